import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import styled from 'styled-components';
import { listOptions } from '@/api/contactLists';
import { connectionsOptions } from '@/api/connections';
import { tagsOptions } from '@/api/tags';
import { templatesOptions } from '@/api/templates';
import type { Campaign, ForecastBody } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { findChosen, previewOf } from '@/lib/templates';
import { useDebounced } from '@/lib/useDebounced';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { useUser } from '@/state/session';
import { media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { FieldGroup } from '@/ui/FieldGroup';
import { FileField, type FileChange } from '@/ui/FileField';
import { Panel } from '@/ui/Panel';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSubmitOnce } from '@/ui/useOnce';
import {
  campaignOptions,
  configOptions,
  fileChoicesOptions,
  listChoicesOptions,
  newForecastOptions,
  useSaveCampaign,
} from '../api';
import {
  areOfficial,
  campaignSchema,
  checksOf,
  filled,
  forecastBody,
  isEditable,
  templateOf,
  toCopy,
  toForm,
  type CampaignForm,
  type TextKey,
} from '../model';
import { Checks } from './Checks';
import { NumbersField } from './NumbersField';
import { PhonePreview } from './PhonePreview';
import { TestNumber } from './TestNumber';
import { TextTabs } from './TextTabs';
import { WindowFields } from './WindowFields';

const FORM_ID = 'campaign-form';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: 14px;
  align-items: start;
`;

/** All five texts beside the phone that shows one of them. */
const Written = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 280px;
  gap: 14px;
  align-items: start;

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

interface CampaignDialogProps {
  /** Null makes a new one. */
  record: Campaign | null;
  /** Of which the new one is a copy. */
  copied?: Campaign | null;
  onClose: () => void;
}

/** A023 A066: five texts, to whom, by which number and when; only shown where it is too late to write. */
export function CampaignDialog({ record, copied = null, onClose }: CampaignDialogProps) {
  const t = useT();
  const user = useUser();
  const now = useNow(MINUTE_MS);
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const [source] = useState(copied);
  const [file, setFile] = useState<FileChange>('keep');
  const [shown, setShown] = useState<TextKey>('message1');
  const save = useSaveCampaign(edited, source);
  const isLocked = edited !== null && !isEditable(edited, now);
  const form = useForm<CampaignForm>({
    defaultValues: source ? toCopy(source, t('campaigns.copy')) : toForm(edited),
    resolver: valibotResolver(campaignSchema),
  });
  const { register, watch, setValue, formState } = form;
  const values = watch();

  const { data: connections = [] } = useQuery(connectionsOptions);
  const { data: lists = [] } = useQuery(listChoicesOptions);
  const { data: files = [] } = useQuery(fileChoicesOptions);
  const { data: tags = [] } = useQuery(tagsOptions);
  const { data: config } = useQuery(configOptions);
  const { data: whole } = useQuery({ ...campaignOptions(edited?.id ?? 0), enabled: edited !== null });
  // As text, so that the same wishes stand still.
  const wishes = useDebounced(JSON.stringify(forecastBody(values, edited)));
  const forecast = useQuery({
    ...newForecastOptions(JSON.parse(wishes) as ForecastBody),
    enabled: !isLocked && values.whatsappIds.length > 0,
  });
  const listId = values.tagListId !== '' && !edited?.tagListId ? '' : values.contactListId;
  const { data: list } = useQuery({ ...listOptions(Number(listId)), enabled: listId !== '' });

  const variables = config?.variables ?? [];
  const words = ['nome', 'email', 'numero', ...variables.map(({ key }) => key)];
  const chosen = values.whatsappIds.flatMap((id) => connections.find((each) => each.id === id) ?? []);
  const official = chosen.filter(({ provider }) => provider === 'cloud');
  const reached = areOfficial(chosen) ? forecast.data?.people : list?.checks.valid;
  const checks = checksOf(values, {
    list: list && listId !== '' ? { validCount: reached ?? list.checks.valid } : null,
    hasTag: values.tagListId !== '',
    connections: chosen,
    now,
  });
  const sample = whole?.contactList?.contacts?.[0];
  const person = sample ?? { name: t('campaigns.sampleName'), number: '5511987654321', email: 'cliente@exemplo.com' };
  const sender = official.find(({ id }) => templateOf(values.templates, shown, id) !== null);
  const instead = sender ? templateOf(values.templates, shown, sender.id) : null;
  const { data: templates = [] } = useQuery({ ...templatesOptions(sender?.id ?? 0), enabled: sender !== undefined });
  const template = findChosen(templates, instead);
  const chosenFiles = files.find(({ id }) => String(id) === values.fileListId);
  const mediaName = file === 'keep' ? ((edited ?? source)?.mediaName ?? null) : (file?.name ?? null);
  const attached = [
    ...(chosenFiles?.options.map(({ name }) => name) ?? []),
    ...(mediaName === null ? [] : [mediaName]),
  ];

  const set = (key: 'contactListId' | 'tagListId' | 'fileListId') => (value: string) =>
    setValue(key, value, { shouldDirty: true });
  const choices = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const handleSave = form.handleSubmit((valid) =>
    save.mutate(
      { form: valid, file },
      {
        onSuccess: () => {
          toast.success(t('campaigns.saved'));
          onClose();
        },
      },
    ),
  );
  const submit = useSubmitOnce(save.isPending, handleSave);

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      size="xl"
      hasChanges={!isLocked && (formState.isDirty || file !== 'keep' || source !== null)}
      title={
        edited ? t(isLocked ? 'campaigns.view' : 'campaigns.edit') : t(source ? 'campaigns.duplicate' : 'campaigns.new')
      }
      description={isLocked ? t('campaigns.locked') : undefined}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t(isLocked ? 'common.close' : 'common.cancel')}
          </Button>
          {!isLocked && (
            <Button type="submit" form={FORM_ID} isBusy={save.isPending}>
              {t('campaigns.save')}
            </Button>
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <Form id={FORM_ID} onSubmit={submit} noValidate>
          <Pair>
            <TextField
              label={t('campaigns.field.name')}
              autoComplete="off"
              disabled={isLocked}
              error={problemText(formState.errors.name?.message)}
              {...register('name')}
            />
            <Select
              label={t('campaigns.field.list')}
              placeholder={t('campaigns.field.choose')}
              options={choices(lists)}
              value={values.contactListId}
              disabled={isLocked || (values.tagListId !== '' && !edited?.tagListId)}
              onValueChange={set('contactListId')}
            />
            <Select
              label={t('campaigns.field.tag')}
              hint={t('campaigns.field.tagHint')}
              placeholder={t('campaigns.field.noTag')}
              options={choices(tags)}
              value={values.tagListId}
              disabled={isLocked}
              onValueChange={set('tagListId')}
            />
          </Pair>
          <Written>
            <TextTabs kind="message" words={words} isLocked={isLocked} official={official} onShown={setShown} />
            <PhonePreview
              from={chosen[0]?.name ?? user.company.name}
              files={shown.startsWith('confirmation') ? [] : attached}
              text={filled(values[shown], person, variables)}
              template={template && instead ? filled(previewOf(template, instead.values), person, variables) : null}
            />
          </Written>
          <Panel>
            <Switch
              label={t('campaigns.field.confirmation')}
              isOn={values.confirmation}
              disabled={isLocked}
              onChange={(isOn) => setValue('confirmation', isOn, { shouldDirty: true })}
              isWide
            />
          </Panel>
          {values.confirmation && (
            <TextTabs
              kind="confirmationMessage"
              words={words}
              isLocked={isLocked}
              official={official}
              onShown={setShown}
            />
          )}
          <Pair>
            <Select
              label={t('campaigns.field.files')}
              placeholder={t('campaigns.field.noFiles')}
              options={choices(files)}
              value={values.fileListId}
              disabled={isLocked}
              onValueChange={set('fileListId')}
            />
            {!isLocked && (
              <FieldGroup>
                <legend>{t('campaigns.field.media')}</legend>
                <FileField name={mediaName} onChange={setFile} />
              </FieldGroup>
            )}
          </Pair>
          <WindowFields isLocked={isLocked} />
          <NumbersField connections={connections} isLocked={isLocked} />
          {!isLocked && <Checks checks={checks} forecast={forecast.data ?? null} />}
          {save.isError && <Failure>{errorText(save.error)}</Failure>}
        </Form>
      </FormProvider>
      {edited && <TestNumber id={edited.id} />}
    </Dialog>
  );
}
