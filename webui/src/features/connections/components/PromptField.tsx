import { useController, useFormContext } from 'react-hook-form';
import { useT } from '@/i18n';
import { PromptChoice } from '@/ui/PromptChoice';
import type { ConnectionForm } from '../model';

/** The model that answers before everything else. */
export function PromptField() {
  const t = useT();
  const { control } = useFormContext<ConnectionForm>();
  const { value, onChange } = useController({ control, name: 'promptId' }).field;
  return (
    <PromptChoice
      label={t('connections.field.promptId')}
      hint={t('connections.hint.promptId')}
      none={t('connections.noPrompt')}
      value={value}
      onChange={onChange}
    />
  );
}
