import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { ApiKey } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { CheckGroup } from '@/ui/CheckGroup';
import { DateField } from '@/ui/DateField';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useChangeKey, useMakeKey } from '../api';
import { CHANGED_EXPIRIES, daysOf, emptyForm, EXPIRIES, formOf, keySchema, SCOPES, type KeyForm } from '../keyModel';

interface KeyDialogProps {
  /** The key that is changed; null for a new one. */
  apiKey: ApiKey | null;
  onClose: () => void;
  onMade: (key: string) => void;
}

/** A key: what it is called, what it may do, until when. */
export function KeyDialog({ apiKey, onClose, onMade }: KeyDialogProps) {
  const t = useT();
  const make = useMakeKey();
  const change = useChangeKey();
  const form = useForm<KeyForm>({
    defaultValues: apiKey ? formOf(apiKey) : emptyForm(),
    resolver: valibotResolver(keySchema),
  });
  const { errors, isDirty } = form.formState;
  const scopes = useController({ control: form.control, name: 'scopes' }).field;
  const expiry = useController({ control: form.control, name: 'expiry' }).field;
  const day = useController({ control: form.control, name: 'day' }).field;
  const [bounds] = useState(() => daysOf(new Date()));
  const failed = make.error ?? change.error;
  const end = apiKey?.expiresAt ?? null;
  const wordsOf = (value: KeyForm['expiry']) =>
    value === 'same'
      ? t('messagesApi.keys.expiry.same', { time: formatDateTime(end ?? '') })
      : t(`messagesApi.keys.expiry.${value}`);

  const handleSave = form.handleSubmit((values) => {
    if (apiKey) {
      const onSuccess = () => {
        onClose();
        toast.success(t('messagesApi.keys.changed'));
      };
      change.mutate({ apiKey, form: values }, { onSuccess });
      return;
    }
    make.mutate(values, {
      onSuccess: (key) => {
        onClose();
        onMade(key);
      },
    });
  });

  return (
    <FormDialog
      title={apiKey ? t('messagesApi.keys.change') : t('messagesApi.keys.new')}
      saveLabel={apiKey ? t('messagesApi.keys.saveChange') : t('messagesApi.keys.save')}
      isSaving={make.isPending || change.isPending}
      hasChanges={isDirty}
      failure={failed ? errorText(failed) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('messagesApi.keys.field.name')}
        hint={t('messagesApi.keys.hint.name')}
        autoComplete="off"
        error={problemText(errors.name?.message)}
        {...form.register('name')}
      />
      <CheckGroup
        legend={t('messagesApi.keys.field.scopes')}
        options={SCOPES.map((id) => ({ id, label: t(`messagesApi.keys.scope.${id}`) }))}
        chosen={scopes.value}
        problem={problemText(errors.scopes?.message)}
        onChange={scopes.onChange}
      />
      <Select
        label={t('messagesApi.keys.field.expiry')}
        options={(end === null ? EXPIRIES : CHANGED_EXPIRIES).map((value) => ({ value, label: wordsOf(value) }))}
        value={expiry.value}
        onValueChange={expiry.onChange}
      />
      {expiry.value === 'day' && (
        <DateField
          label={t('messagesApi.keys.field.day')}
          hint={t('messagesApi.keys.hint.day')}
          {...bounds}
          {...day}
          error={problemText(errors.day?.message)}
        />
      )}
    </FormDialog>
  );
}
