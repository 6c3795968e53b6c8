import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { errorText, problemText, useT } from '@/i18n';
import { ErrorState } from '@/ui/ErrorState';
import { FormDialog } from '@/ui/FormDialog';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Switch } from '@/ui/Switch';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { articleOptions, useSaveArticle } from '../api';
import { articleSchema, type ArticleForm } from '../article';

interface ArticleDialogProps {
  /** Null makes a new one. */
  id: number | null;
  onClose: () => void;
}

/** An article to write; one that is there is read first. */
export function ArticleDialog({ id, onClose }: ArticleDialogProps) {
  const t = useT();
  const save = useSaveArticle(id);
  const found = useQuery({ ...articleOptions(id ?? 0), enabled: id !== null });
  const empty: ArticleForm = { title: '', text: '', isOn: true };
  const stored = found.data && { title: found.data.title, text: found.data.text, isOn: found.data.isOn };
  const form = useForm<ArticleForm>({
    defaultValues: empty,
    ...(stored ? { values: stored } : {}),
    resetOptions: { keepDirtyValues: true },
    resolver: valibotResolver(articleSchema),
  });
  const { errors, isDirty } = form.formState;
  const isOn = useController({ control: form.control, name: 'isOn' }).field;
  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('prompts.knowledge.saved'));
        onClose();
      },
    }),
  );
  const isThere = id === null || stored !== undefined;
  return (
    <FormDialog
      title={t(id === null ? 'prompts.knowledge.new' : 'prompts.knowledge.edit')}
      size="lg"
      saveLabel={t('prompts.save')}
      isSaving={save.isPending}
      hasChanges={isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      {!isThere &&
        (found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <RowsSkeleton />)}
      {isThere && (
        <>
          <TextField
            label={t('prompts.knowledge.title')}
            autoComplete="off"
            maxLength={120}
            error={problemText(errors.title?.message)}
            {...form.register('title')}
          />
          <TextArea
            label={t('prompts.knowledge.text')}
            rows={12}
            maxLength={8000}
            error={problemText(errors.text?.message)}
            {...form.register('text')}
          />
          <Switch isWide label={t('prompts.knowledge.isOn')} isOn={isOn.value} onChange={isOn.onChange} />
        </>
      )}
    </FormDialog>
  );
}
