import { useQuery } from '@tanstack/react-query';
import { settingsOptions } from '@/api/settings';
import { can } from '@/lib/permissions';
import { useUser } from '@/state/session';

/** Whether the company lets a model help its attendants. */
export function useAssist(): boolean {
  const isInPlan = can(useUser(), { plan: 'useOpenAi' });
  const { data } = useQuery({ ...settingsOptions, enabled: isInPlan });
  const of = (key: string) => data?.find((each) => each.key === key)?.value;
  return isInPlan && of('aiAssist') === 'enabled' && (of('aiAssistPromptId') ?? '') !== '';
}
