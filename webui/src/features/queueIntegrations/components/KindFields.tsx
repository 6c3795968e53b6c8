import { useFormContext } from 'react-hook-form';
import type { IntegrationKind, QueueIntegration } from '@/api/types';
import { problemText, useT } from '@/i18n';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import type { IntegrationForm } from '../model';

type Line =
  | 'urlN8N'
  | 'secret'
  | 'projectName'
  | 'language'
  | 'typebotSlug'
  | 'typebotExpires'
  | 'typebotDelayMessage'
  | 'typebotKeywordFinish'
  | 'typebotKeywordRestart';
type Words = 'jsonContent' | 'typebotUnknownMessage' | 'typebotRestartMessage';

const LINES: Record<IntegrationKind, readonly Line[]> = {
  webhook: ['urlN8N', 'secret'],
  n8n: ['urlN8N', 'secret'],
  typebot: [
    'urlN8N',
    'typebotSlug',
    'typebotExpires',
    'typebotDelayMessage',
    'typebotKeywordFinish',
    'typebotKeywordRestart',
  ],
  dialogflow: ['projectName', 'language'],
};

const WORDS: Record<IntegrationKind, readonly Words[]> = {
  webhook: [],
  n8n: [],
  typebot: ['typebotUnknownMessage', 'typebotRestartMessage'],
  dialogflow: ['jsonContent'],
};

const NUMBERS: readonly string[] = ['typebotExpires', 'typebotDelayMessage'];

interface KindFieldsProps {
  edited: QueueIntegration | null;
  type: IntegrationKind;
}

/** The fields of a kind (A051). What is secret is never shown again: nothing typed keeps it. */
export function KindFields({ edited, type }: KindFieldsProps) {
  const t = useT();
  const { register, formState } = useFormContext<IntegrationForm>();
  const kept = { secret: edited?.hasSecret, jsonContent: edited?.hasJsonContent };
  const hintOf = (name: Line | Words) => {
    if (name === 'secret' || name === 'jsonContent') {
      return t(kept[name] ? 'queueIntegrations.keptHint' : `queueIntegrations.hint.${name}`);
    }
    if (name === 'typebotExpires' || name === 'typebotDelayMessage' || name === 'typebotSlug') {
      return t(`queueIntegrations.hint.${name}`);
    }
    return name === 'urlN8N' && type === 'typebot' ? t('queueIntegrations.hint.viewer') : undefined;
  };
  return (
    <>
      {LINES[type].map((name) => (
        <TextField
          key={name}
          label={t(`queueIntegrations.field.${name}`)}
          hint={hintOf(name)}
          autoComplete="off"
          inputMode={NUMBERS.includes(name) ? 'numeric' : undefined}
          error={problemText(formState.errors[name]?.message)}
          {...register(name)}
        />
      ))}
      {WORDS[type].map((name) => (
        <TextArea
          key={name}
          label={t(`queueIntegrations.field.${name}`)}
          hint={hintOf(name)}
          rows={3}
          spellCheck={name !== 'jsonContent'}
          error={problemText(formState.errors[name]?.message)}
          {...register(name)}
        />
      ))}
    </>
  );
}
