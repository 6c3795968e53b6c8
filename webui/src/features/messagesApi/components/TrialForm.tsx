import Paperclip from 'lucide-react/icons/paperclip';
import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import styled from 'styled-components';
import type { ConnectionToken } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';

const Root = styled.form`
  display: grid;
  gap: 12px;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 12px;
    font-size: ${font.base};
  }
  & > header > h2 {
    font-size: ${font.md};
  }
  & > header > span {
    color: ${color.textMuted};
  }
`;

const Two = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 14px;

  & > :last-child {
    margin-left: auto;
  }
`;

const Files = styled.ul`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: ${font.base};

  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
  }
  & > li > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** What is typed into the trial. */
export interface TrialWish {
  token: string;
  number: string;
  body: string;
  files: readonly File[];
  closeTicket: boolean;
  queue: boolean;
}

interface TrialFormProps {
  connections: readonly ConnectionToken[];
  chosen: ConnectionToken;
  onChoose: (id: number) => void;
  wish: TrialWish;
  onChange: (change: Partial<TrialWish>) => void;
  problems: Partial<Record<'token' | 'number' | 'body', string>>;
  isBusy: boolean;
  onSend: () => void;
}

/** A017: the call, tried from the page: it really leaves. */
export function TrialForm({ connections, chosen, onChoose, wish, onChange, problems, isBusy, onSend }: TrialFormProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Root
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSend();
      }}
    >
      <header>
        <h2>{t('messagesApi.try')}</h2>
        <span>{t('messagesApi.tryReal')}</span>
      </header>
      <Two>
        <Select
          label={t('messagesApi.connection')}
          options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(chosen.id)}
          onValueChange={(id) => onChoose(Number(id))}
        />
        <TextField
          label={t('messagesApi.number')}
          inputMode="tel"
          autoComplete="off"
          placeholder="5511987654321"
          maxLength={60}
          value={wish.number}
          error={problems.number}
          onChange={(event) => onChange({ number: event.target.value })}
        />
      </Two>
      <TextField
        label={t('messagesApi.token')}
        hint={t('messagesApi.tokenHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={wish.token}
        error={problems.token}
        onChange={(event) => onChange({ token: event.target.value })}
      />
      <TextArea
        label={t('messagesApi.body')}
        rows={3}
        maxLength={4096}
        value={wish.body}
        error={problems.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
      {wish.files.length > 0 && (
        <Files>
          {wish.files.map((file, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
            <li key={`${file.name}:${place}`}>
              <span>{file.name}</span>
              <IconButton
                size="sm"
                label={t('common.removeFile', { name: file.name })}
                onClick={() => onChange({ files: wish.files.filter((_, other) => other !== place) })}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </Files>
      )}
      <Row>
        <Button variant="secondary" icon={<Paperclip />} onClick={() => picker.current?.click()}>
          {t('messagesApi.attach')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label={t('messagesApi.attach')}
          onChange={(event) => {
            onChange({ files: [...wish.files, ...(event.target.files ?? [])].slice(0, 10) });
            event.target.value = '';
          }}
        />
        <Switch
          label={t('messagesApi.close')}
          isOn={wish.closeTicket}
          onChange={(closeTicket) => onChange({ closeTicket })}
        />
        <Switch label={t('messagesApi.wait')} isOn={wish.queue} onChange={(queue) => onChange({ queue })} />
        <Button type="submit" icon={<Send />} isBusy={isBusy}>
          {t('messagesApi.submit')}
        </Button>
      </Row>
    </Root>
  );
}
