import { errorText, isMessageId, type Translate } from '@/i18n';
import { formatDateTime } from '@/lib/dates';

/** Why a number is not connected: known by a word, by a code, or as the provider says it. Behind a word may stand until
 * when, or what the provider calls it. */
export function reasonText(t: Translate, reason: string | null | undefined): string | null {
  if (!reason) return null;
  const colon = reason.indexOf(':');
  const [word, because] = colon < 0 ? [reason, ''] : [reason.slice(0, colon), reason.slice(colon + 1)];
  const known = `connections.reason.${word}`;
  if (isMessageId(known)) return t(known, word === 'banned' ? { until: formatDateTime(because) } : { because });
  return isMessageId(`errors.${reason}`) ? errorText(reason) : reason;
}
