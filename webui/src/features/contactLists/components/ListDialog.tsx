import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import styled from 'styled-components';
import { tagsOptions } from '@/api/tags';
import type { ContactList } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { DateField } from '@/ui/DateField';
import { FieldGroup } from '@/ui/FieldGroup';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveList } from '../api';
import { listSchema, type ListForm } from '../model';

const Hint = styled.p`
  color: ${color.textSubtle};
  font-size: ${font.sm};
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
  gap: 12px;
`;

interface ListDialogProps {
  /** Null makes a new one. */
  record: ContactList | null;
  onClose: () => void;
}

export default function ListDialog({ record, onClose }: ListDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const save = useSaveList(edited);
  const tags = useQuery({ ...tagsOptions, enabled: edited === null });
  const form = useForm<ListForm>({
    defaultValues: { name: edited?.name ?? '', tagId: '', searchParam: '', dateStart: '', dateEnd: '' },
    resolver: valibotResolver(listSchema),
  });
  const { errors, isDirty } = form.formState;

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('contactLists.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('contactLists.edit') : t('contactLists.new')}
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
      {!edited && (
        <FieldGroup>
          <legend>{t('contactLists.field.people')}</legend>
          <Hint>{t('contactLists.field.peopleHint')}</Hint>
          <Controller
            control={form.control}
            name="tagId"
            render={({ field }) => (
              <Select
                label={t('contactLists.field.tag')}
                placeholder={t('contactLists.field.noTag')}
                options={(tags.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                ref={field.ref}
              />
            )}
          />
          <TextField
            label={t('contactLists.field.text')}
            autoComplete="off"
            maxLength={100}
            {...form.register('searchParam')}
          />
          <Pair>
            {(['dateStart', 'dateEnd'] as const).map((name) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field }) => <DateField label={t(`contactLists.field.${name}`)} canBeEmpty {...field} />}
              />
            ))}
          </Pair>
        </FieldGroup>
      )}
    </FormDialog>
  );
}
