import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { Webhook } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { CheckGroup } from '@/ui/CheckGroup';
import { FormDialog } from '@/ui/FormDialog';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveWebhook } from '../api';
import { EVENTS, toForm, webhookSchema, type WebhookForm } from '../model';

interface WebhookDialogProps {
  /** Null makes a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** A new one has a secret that is shown once. */
  onMade: (secret: string) => void;
}

export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(webhook);
  const save = useSaveWebhook(edited?.id ?? null);
  const form = useForm<WebhookForm>({ defaultValues: toForm(edited), resolver: valibotResolver(webhookSchema) });
  const { errors, isDirty } = form.formState;
  const events = useController({ control: form.control, name: 'events' }).field;
  const active = useController({ control: form.control, name: 'active' }).field;

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (secret) => {
        onClose();
        if (secret === null) toast.success(t('webhooks.saved'));
        else onMade(secret);
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('webhooks.edit') : t('webhooks.new')}
      saveLabel={t('webhooks.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks.field.name')}
        autoComplete="off"
        error={problemText(errors.name?.message)}
        {...form.register('name')}
      />
      <TextField
        label={t('webhooks.field.url')}
        hint={t('webhooks.hint.url')}
        autoComplete="off"
        inputMode="url"
        error={problemText(errors.url?.message)}
        {...form.register('url')}
      />
      <CheckGroup
        legend={t('webhooks.field.events')}
        options={EVENTS.map((id) => ({ id, label: t(`webhooks.event.${id}`) }))}
        chosen={events.value}
        problem={problemText(errors.events?.message)}
        onChange={events.onChange}
      />
      <Switch label={t('webhooks.field.active')} isWide isOn={active.value} onChange={active.onChange} />
    </FormDialog>
  );
}
