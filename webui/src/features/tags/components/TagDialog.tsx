import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { TagDetails } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { ColorChoice } from '@/ui/ColorChoice';
import { FormDialog } from '@/ui/FormDialog';
import { Switch } from '@/ui/Switch';
import { Tag } from '@/ui/Tag';
import { Panel } from '@/ui/Panel';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveTag } from '../api';
import { tagSchema, toForm, type TagForm } from '../model';

interface TagDialogProps {
  /** Null makes a new one. */
  tag: TagDetails | null;
  /** A095: who may make it a lane of the board. */
  mayLane: boolean;
  onClose: () => void;
}

export function TagDialog({ tag, mayLane, onClose }: TagDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(tag);
  const save = useSaveTag(edited?.id ?? null);
  const { register, handleSubmit, watch, control, formState } = useForm<TagForm>({
    defaultValues: toForm(edited),
    resolver: valibotResolver(tagSchema),
  });
  const chosenColor = useController({ control, name: 'color' }).field;
  const lane = useController({ control, name: 'kanban' }).field;
  const name = watch('name').trim();
  const problem = formState.errors.name?.message;

  const handleSave = handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('tags.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('tags.edit') : t('tags.new')}
      size="sm"
      saveLabel={t('tags.save')}
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('tags.field.name')}
        autoComplete="off"
        aside={name !== '' && <Tag tint={chosenColor.value}>{name}</Tag>}
        error={problemText(problem)}
        {...register('name')}
      />
      <ColorChoice value={chosenColor.value} onChange={chosenColor.onChange} />
      {mayLane && (
        <Panel>
          <Switch label={t('tags.field.kanban')} isOn={lane.value} onChange={lane.onChange} isWide />
        </Panel>
      )}
      {mayLane && lane.value && (
        <>
          <TextField
            label={t('tags.field.priority')}
            hint={t('tags.field.priorityHint')}
            inputMode="numeric"
            autoComplete="off"
            error={problemText(formState.errors.priority?.message)}
            {...register('priority')}
          />
          <TextField
            label={t('tags.field.category')}
            hint={t('tags.field.categoryHint')}
            autoComplete="off"
            error={problemText(formState.errors.category?.message)}
            {...register('category')}
          />
        </>
      )}
    </FormDialog>
  );
}
