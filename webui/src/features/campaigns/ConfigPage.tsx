import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Trash2 from 'lucide-react/icons/trash';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { configOptions, useSaveConfig } from './api';
import { Box } from './components/Box';
import { DoNotContactPanel } from './components/DoNotContactPanel';
import { MESSAGE_INTERVALS, OTHER_INTERVALS, withVariable, type ConfigForm } from './model';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr));
  gap: 16px;
  align-items: start;
  max-width: 1180px;
`;

const Adding = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  align-items: flex-end;

  & > :not(button) {
    flex: 1 1 120px;
  }
`;

const Rows = styled.ul`
  display: grid;
`;

const Row = styled.li`
  display: flex;
  gap: 10px;
  align-items: center;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.base};

  & > code {
    color: ${color.accentText};
  }
  & > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

function Settings({ stored }: { stored: ConfigForm }) {
  const t = useT();
  const save = useSaveConfig();
  const [form, setForm] = useState(stored);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [isTwice, setIsTwice] = useState(false);

  const seconds = (options: readonly number[], chosen: number) =>
    [...new Set([...options, chosen])]
      .toSorted((one, other) => one - other)
      .map((each) => ({
        value: String(each),
        label: each === 0 ? t('campaigns.noInterval') : t('campaigns.seconds', { count: each }),
      }));
  const messages = (options: readonly number[], chosen: number) =>
    [...new Set([...options, chosen])]
      .toSorted((one, other) => one - other)
      .map((each) => ({
        value: String(each),
        label: each === 0 ? t('campaigns.never') : t('campaigns.messages', { count: each }),
      }));
  const handleAdd = (event: FormEvent) => {
    event.preventDefault();
    const variables = withVariable(form.variables, { key, value });
    setIsTwice(key.trim() !== '' && variables === form.variables);
    if (variables === form.variables) return;
    setForm({ ...form, variables });
    setKey('');
    setValue('');
  };
  const handleSave = () => save.mutate(form, { onSuccess: () => toast.success(t('campaigns.configSaved')) });

  return (
    <Box aria-label={t('campaigns.pace')}>
      <h2>{t('campaigns.pace')}</h2>
      <Select
        label={t('campaigns.field.messageInterval')}
        options={seconds(MESSAGE_INTERVALS, form.messageInterval)}
        value={String(form.messageInterval)}
        onValueChange={(chosen) => setForm({ ...form, messageInterval: Number(chosen) })}
      />
      <Select
        label={t('campaigns.field.longerIntervalAfter')}
        options={messages(OTHER_INTERVALS, form.longerIntervalAfter)}
        value={String(form.longerIntervalAfter)}
        onValueChange={(chosen) => setForm({ ...form, longerIntervalAfter: Number(chosen) })}
      />
      <Select
        label={t('campaigns.field.greaterInterval')}
        options={seconds(OTHER_INTERVALS, form.greaterInterval)}
        value={String(form.greaterInterval)}
        onValueChange={(chosen) => setForm({ ...form, greaterInterval: Number(chosen) })}
      />
      <h2>{t('campaigns.variables')}</h2>
      <Adding onSubmit={handleAdd} noValidate>
        <TextField
          label={t('campaigns.field.key')}
          autoComplete="off"
          maxLength={50}
          value={key}
          error={isTwice ? t('campaigns.keyTwice') : undefined}
          onChange={(event) => setKey(event.target.value)}
        />
        <TextField
          label={t('campaigns.field.value')}
          autoComplete="off"
          maxLength={1000}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          {t('campaigns.addVariable')}
        </Button>
      </Adding>
      {form.variables.length > 0 && (
        <Rows>
          {form.variables.map((each) => (
            <Row key={each.key}>
              <code>{`{${each.key}}`}</code>
              <span>{each.value}</span>
              <IconButton
                label={t('campaigns.removeVariable', { key: each.key })}
                onClick={() =>
                  setForm({ ...form, variables: form.variables.filter(({ key: known }) => known !== each.key) })
                }
              >
                <Trash2 />
              </IconButton>
            </Row>
          ))}
        </Rows>
      )}
      <Button onClick={handleSave} isBusy={save.isPending}>
        {t('campaigns.save')}
      </Button>
    </Box>
  );
}

/** A045 A141: pace and words of the company's campaigns, and who is left alone. */
export default function ConfigPage() {
  const t = useT();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(configOptions);
  return (
    <PageFrame
      title={t('campaigns.config')}
      hasPanels
      tools={
        <Button variant="secondary" icon={<ArrowLeft />} onClick={() => void navigate(paths.campaigns)}>
          {t('campaigns.title')}
        </Button>
      }
    >
      <Columns>
        {data ? (
          <Settings stored={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )}
        <DoNotContactPanel />
      </Columns>
    </PageFrame>
  );
}
