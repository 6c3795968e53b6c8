import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { templatesOptions } from '@/api/templates';
import type { TemplateChoice } from '@/api/types';
import { useT } from '@/i18n';
import { fileKindOf, findChosen, isSendable, previewOf } from '@/lib/templates';
import { ErrorState } from '@/ui/ErrorState';
import { Skeleton } from '@/ui/Skeleton';
import { TemplateFields } from '@/ui/TemplateFields';
import type { ScheduleForm } from '../model';

interface TemplateFieldProps {
  connectionId: number;
  isLocked: boolean;
  /** The name of the file that the server has. */
  stored: string | null;
  picture: File | null | undefined;
  onPicture: (picture: File | null | undefined) => void;
}

/** An approved text of the chosen number instead of one's own: it also arrives when free text does not. */
export default function TemplateField({ connectionId, isLocked, stored, picture, onPicture }: TemplateFieldProps) {
  const t = useT();
  const { control, setValue, formState } = useFormContext<ScheduleForm>();
  const choice = useWatch({ control, name: 'template' });
  const { data, error, refetch } = useQuery(templatesOptions(connectionId));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={58} />;
  // One that may no longer be sent still shows in what was scheduled with it.
  const templates = data.filter((each) => isSendable(each) || each.id === choice?.templateId);
  if (templates.length === 0) return null;
  const handleChoice = (next: TemplateChoice | null) => {
    const chosen = findChosen(templates, next);
    setValue('template', next, { shouldDirty: true });
    setValue('needsFile', Boolean(chosen && fileKindOf(chosen) && chosen.headerFile === null));
    setValue('body', chosen && next ? previewOf(chosen, next.values) : '', { shouldDirty: true });
  };
  return (
    <TemplateFields
      templates={templates}
      choice={choice}
      label={t('templates.schedule')}
      placeholder={t('templates.scheduleNone')}
      isChecked={formState.isSubmitted}
      isLocked={isLocked}
      file={{
        name: picture === undefined ? stored : (picture?.name ?? null),
        onChange: (file) => onPicture(file ?? (stored === null ? undefined : null)),
      }}
      onChoice={handleChoice}
    />
  );
}
