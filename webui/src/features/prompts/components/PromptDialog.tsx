import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useController, useForm } from 'react-hook-form';
import styled from 'styled-components';
import { queuesOptions } from '@/api/queues';
import type { Prompt } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSavePrompt } from '../api';
import { NO_VOICE, promptSchema, toForm, VOICES, type PromptForm } from '../model';
import { Trial } from './Trial';

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
  gap: 16px;
`;

interface PromptDialogProps {
  /** Null makes a new one. */
  record: Prompt | null;
  onClose: () => void;
}

export function PromptDialog({ record, onClose }: PromptDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const save = useSavePrompt(edited?.id ?? null);
  const form = useForm<PromptForm>({ defaultValues: toForm(edited), resolver: valibotResolver(promptSchema) });
  const { errors, isDirty } = form.formState;
  const queue = useController({ control: form.control, name: 'queueId' }).field;
  const voice = useController({ control: form.control, name: 'voice' }).field;
  const queues = useQuery(queuesOptions);
  const queueOptions = (queues.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const field = (name: 'name' | 'model' | 'apiKey' | 'baseUrl' | 'voiceKey' | 'voiceRegion', hint?: string) => (
    <TextField
      label={t(`prompts.field.${name}`)}
      hint={hint}
      autoComplete="off"
      error={problemText(errors[name]?.message)}
      {...form.register(name)}
    />
  );
  const number = (name: 'maxTokens' | 'maxMessages' | 'temperature', hint?: string) => (
    <TextField
      label={t(`prompts.field.${name}`)}
      hint={hint}
      autoComplete="off"
      inputMode="decimal"
      error={problemText(errors[name]?.message)}
      {...form.register(name)}
    />
  );

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('prompts.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('prompts.edit') : t('prompts.new')}
      size="lg"
      saveLabel={t('prompts.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Fields>
          {field('name')}
          <Select
            label={t('prompts.field.queueId')}
            hint={t('prompts.hint.queueId')}
            placeholder={t('prompts.chooseQueue')}
            value={queue.value}
            disabled={queues.isPending}
            options={queueOptions}
            error={problemText(errors.queueId?.message)}
            onValueChange={queue.onChange}
          />
        </Fields>
        <TextArea
          label={t('prompts.field.prompt')}
          hint={t('prompts.hint.prompt')}
          rows={7}
          error={problemText(errors.prompt?.message)}
          {...form.register('prompt')}
        />
        <Fields>
          {field('apiKey', t('prompts.hint.apiKey'))}
          {field('model', t('prompts.hint.model'))}
        </Fields>
        {field('baseUrl', t('prompts.hint.baseUrl'))}
        <Fields>
          {number('maxTokens')}
          {number('maxMessages')}
          {number('temperature', t('prompts.hint.temperature'))}
        </Fields>
        <Select
          label={t('prompts.field.voice')}
          value={voice.value}
          options={[{ value: NO_VOICE, label: t('prompts.textOnly') }, ...VOICES]}
          onValueChange={voice.onChange}
        />
        {voice.value !== NO_VOICE && (
          <Fields>
            {field('voiceKey', t('prompts.hint.apiKey'))}
            {field('voiceRegion')}
          </Fields>
        )}
        <Trial edited={edited} />
      </FormProvider>
    </FormDialog>
  );
}
