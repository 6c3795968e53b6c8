import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ContactListItem } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveItem } from '../api';
import { itemSchema, toItemForm, type ItemForm } from '../model';

interface ItemDialogProps {
  listId: number;
  /** Null adds somebody. */
  record: ContactListItem | null;
  onClose: () => void;
}

export default function ItemDialog({ listId, record, onClose }: ItemDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const save = useSaveItem(listId, edited);
  const form = useForm<ItemForm>({ defaultValues: toItemForm(edited), resolver: valibotResolver(itemSchema) });
  const { errors, isDirty } = form.formState;

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('contactLists.contactSaved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('contactLists.editContact') : t('contactLists.newContact')}
      saveLabel={t('contactLists.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('contactLists.field.name')}
        autoComplete="off"
        error={problemText(errors.name?.message)}
        {...form.register('name')}
      />
      <TextField
        label={t('contactLists.field.number')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="5511999998888"
        hint={t('contactLists.field.numberHint')}
        error={problemText(errors.number?.message)}
        {...form.register('number')}
      />
      <TextField
        label={t('contactLists.field.email')}
        type="email"
        autoComplete="off"
        error={problemText(errors.email?.message)}
        {...form.register('email')}
      />
    </FormDialog>
  );
}
