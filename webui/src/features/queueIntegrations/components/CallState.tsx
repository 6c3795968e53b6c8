import type { IntegrationCall } from '@/api/types';
import { useT } from '@/i18n';

/** How a call ended: the status of the answer, or in a word why it is no good. */
export function CallState({ call: { outcome, status } }: { call: IntegrationCall }) {
  const t = useT();
  const isStatus = outcome === 'taken' || outcome === 'refused' || outcome === 'key';
  if (isStatus && status !== null) return status;
  return t(`queueIntegrations.outcome.${outcome}`);
}
