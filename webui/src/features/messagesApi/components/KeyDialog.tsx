import { valibotResolver } from '@hookform/resolvers/valibot';
import { useController, useForm } from 'react-hook-form';
import { errorText, problemText, useT } from '@/i18n';
import { CheckGroup } from '@/ui/CheckGroup';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { useMakeKey } from '../api';
import { emptyForm, EXPIRIES, keySchema, SCOPES, type KeyForm } from '../keyModel';

interface KeyDialogProps {
  onClose: () => void;
  onMade: (key: string) => void;
}

/** A new key: what it is called, what it may do, until when. */
export function KeyDialog({ onClose, onMade }: KeyDialogProps) {
  const t = useT();
  const make = useMakeKey();
  const form = useForm<KeyForm>({ defaultValues: emptyForm(), resolver: valibotResolver(keySchema) });
  const { errors, isDirty } = form.formState;
  const scopes = useController({ control: form.control, name: 'scopes' }).field;
  const expiry = useController({ control: form.control, name: 'expiry' }).field;

  const handleSave = form.handleSubmit((values) =>
    make.mutate(values, {
      onSuccess: (key) => {
        onClose();
        onMade(key);
      },
    }),
  );

  return (
    <FormDialog
      title={t('messagesApi.keys.new')}
      saveLabel={t('messagesApi.keys.save')}
      isSaving={make.isPending}
      hasChanges={isDirty}
      failure={make.isError ? errorText(make.error) : null}
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
        options={EXPIRIES.map((value) => ({ value, label: t(`messagesApi.keys.expiry.${value}`) }))}
        value={expiry.value}
        onValueChange={expiry.onChange}
      />
    </FormDialog>
  );
}
