import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { QuickMessage } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { FileField, type FileChange } from '@/ui/FileField';
import { FormDialog } from '@/ui/FormDialog';
import { Switch } from '@/ui/Switch';
import { Panel } from '@/ui/Panel';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveQuickMessage } from '../api';
import { quickMessageSchema, toForm, type QuickMessageForm } from '../model';
import { MessageField } from './MessageField';

interface QuickMessageDialogProps {
  /** Null makes a new one. */
  record: QuickMessage | null;
  mayShare: boolean;
  onClose: () => void;
}

export function QuickMessageDialog({ record, mayShare, onClose }: QuickMessageDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const [file, setFile] = useState<FileChange>('keep');
  const save = useSaveQuickMessage(edited);
  const { register, handleSubmit, control, formState } = useForm<QuickMessageForm>({
    defaultValues: toForm(edited),
    resolver: valibotResolver(quickMessageSchema),
  });
  const message = useController({ control, name: 'message' }).field;
  const geral = useController({ control, name: 'geral' }).field;
  const status = useController({ control, name: 'status' }).field;
  const { errors } = formState;

  const handleSave = handleSubmit((form) =>
    save.mutate(
      { form, file },
      {
        onSuccess: () => {
          toast.success(t('quick.saved'));
          onClose();
        },
      },
    ),
  );

  return (
    <FormDialog
      title={edited ? t('quick.edit') : t('quick.new')}
      saveLabel={t('quick.save')}
      isSaving={save.isPending}
      hasChanges={file !== 'keep'}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('quick.field.shortcode')}
        hint={t('quick.shortcodeHint')}
        autoComplete="off"
        error={problemText(errors.shortcode?.message)}
        {...register('shortcode')}
      />
      <MessageField value={message.value} onChange={message.onChange} error={problemText(errors.message?.message)} />
      <FileField name={file === 'keep' ? (edited?.mediaName ?? null) : (file?.name ?? null)} onChange={setFile} />
      <Panel>
        {mayShare && <Switch label={t('quick.field.geral')} isOn={geral.value} onChange={geral.onChange} isWide />}
        <Switch label={t('quick.field.status')} isOn={status.value} onChange={status.onChange} isWide />
      </Panel>
    </FormDialog>
  );
}
