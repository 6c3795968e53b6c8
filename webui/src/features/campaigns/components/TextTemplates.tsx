import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { templatesOptions } from '@/api/templates';
import type { Connection, TemplateChoice } from '@/api/types';
import { useT } from '@/i18n';
import { isSendable } from '@/lib/templates';
import { ErrorState } from '@/ui/ErrorState';
import { Skeleton } from '@/ui/Skeleton';
import { TemplateFields } from '@/ui/TemplateFields';
import { templateOf, withTemplate, type CampaignForm, type TextKey } from '../model';

interface TextTemplatesProps {
  /** In the place of which text. */
  text: TextKey;
  /** The chosen numbers of the official API. */
  numbers: readonly Connection[];
  isLocked: boolean;
}

function OfNumber({ text, number, isLocked }: { text: TextKey; number: Connection; isLocked: boolean }) {
  const t = useT();
  const { watch, setValue, formState } = useFormContext<CampaignForm>();
  const all = watch('templates');
  const choice = templateOf(all, text, number.id);
  const { data, error, refetch } = useQuery(templatesOptions(number.id));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={58} />;
  // One that may no longer be sent still shows where it was chosen.
  const templates = data.filter((each) => isSendable(each) || each.id === choice?.templateId);
  const change = (next: TemplateChoice | null) =>
    setValue('templates', withTemplate(all, text, number.id, next), { shouldDirty: true });
  return (
    <TemplateFields
      templates={templates}
      choice={choice}
      label={t('campaigns.template', { name: number.name })}
      placeholder={t(templates.length === 0 ? 'campaigns.templateNothing' : 'campaigns.templateNone')}
      isChecked={formState.isSubmitted}
      isLocked={isLocked}
      onChoice={change}
    />
  );
}

/** What goes in the place of a text to those who have not written for a day: for each official number a template of its own. */
export default function TextTemplates({ text, numbers, isLocked }: TextTemplatesProps) {
  return numbers.map((number) => (
    <OfNumber key={`${number.id} ${text}`} text={text} number={number} isLocked={isLocked} />
  ));
}
