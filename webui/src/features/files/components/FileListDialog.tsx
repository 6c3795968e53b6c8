import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { FileList } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveFileList } from '../api';
import { fileListSchema, toForm, type FileListForm } from '../model';
import { OptionFields } from './OptionFields';

interface FileListDialogProps {
  /** Null makes a new one. */
  record: FileList | null;
  onClose: () => void;
}

export function FileListDialog({ record, onClose }: FileListDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const save = useSaveFileList(edited);
  const form = useForm<FileListForm>({ defaultValues: toForm(edited), resolver: valibotResolver(fileListSchema) });
  const { errors, isDirty } = form.formState;

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('files.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('files.edit') : t('files.new')}
      saveLabel={t('files.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField
          label={t('files.field.name')}
          autoComplete="off"
          maxLength={100}
          error={problemText(errors.name?.message)}
          {...form.register('name')}
        />
        <TextArea
          label={t('files.field.message')}
          rows={4}
          maxLength={4096}
          error={problemText(errors.message?.message)}
          {...form.register('message')}
        />
        <OptionFields />
      </FormProvider>
    </FormDialog>
  );
}
