import { errorText, useT } from '@/i18n';
import { PromptChoice } from '@/ui/PromptChoice';
import { Switch } from '@/ui/Switch';
import { toast } from '@/ui/toast';
import { useSaveSettings } from '../api';
import { Box } from './Box';

interface AssistPanelProps {
  isOn: boolean;
  /** The number of the chosen prompt, or nothing. */
  promptId: string;
}

/** Whether attendants are helped by a model, and by which prompt's. Saved at once. */
export function AssistPanel({ isOn, promptId }: AssistPanelProps) {
  const t = useT();
  const save = useSaveSettings();
  const change = (key: string, value: string) =>
    save.mutate([{ key, value }], {
      onSuccess: () => toast.success(t('prompts.limit.saved')),
      onError: (error) => toast.error(errorText(error)),
    });
  return (
    <Box title={t('prompts.assist.title')}>
      <Switch
        isWide
        label={t('prompts.assist.switch')}
        isOn={isOn}
        disabled={save.isPending}
        onChange={(on) => change('aiAssist', on ? 'enabled' : 'disabled')}
      />
      <PromptChoice
        label={t('prompts.assist.prompt')}
        hint={t(isOn && promptId === '' ? 'prompts.assist.missing' : 'prompts.assist.hint')}
        none={t('prompts.assist.none')}
        value={promptId}
        onChange={(id) => change('aiAssistPromptId', id)}
      />
    </Box>
  );
}
