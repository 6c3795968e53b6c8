import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { FormProvider, useController, useForm } from 'react-hook-form';
import type { QueueIntegration } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveIntegration } from '../api';
import { KINDS, integrationSchema, toForm, type IntegrationForm } from '../model';
import { KindFields } from './KindFields';
import { Trial } from './Trial';

interface IntegrationDialogProps {
  /** Null makes a new one. */
  record: QueueIntegration | null;
  onClose: () => void;
}

export function IntegrationDialog({ record, onClose }: IntegrationDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const save = useSaveIntegration(edited?.id ?? null);
  const form = useForm<IntegrationForm>({
    defaultValues: toForm(edited),
    resolver: valibotResolver(integrationSchema(edited?.hasJsonContent ?? false)),
  });
  const { errors, isDirty } = form.formState;
  const type = useController({ control: form.control, name: 'type' }).field;
  const options = KINDS.map((kind) => ({ value: kind, label: t(`queueIntegrations.type.${kind}`) }));

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('queueIntegrations.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('queueIntegrations.edit') : t('queueIntegrations.new')}
      saveLabel={t('queueIntegrations.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Select
          label={t('queueIntegrations.field.type')}
          hint={t(`queueIntegrations.about.${type.value}`)}
          value={type.value}
          options={options}
          onValueChange={type.onChange}
        />
        <TextField
          label={t('queueIntegrations.field.name')}
          autoComplete="off"
          error={problemText(errors.name?.message)}
          {...form.register('name')}
        />
        <KindFields edited={edited} type={type.value} />
        <Trial edited={edited} />
      </FormProvider>
    </FormDialog>
  );
}
