import { errorText, isMessageId, type Translate } from '@/i18n';

/** Why a number is not connected: known by a word, by a code, or as the provider says it. */
export function reasonText(t: Translate, reason: string | null | undefined): string | null {
  if (!reason) return null;
  const known = `connections.reason.${reason}`;
  if (isMessageId(known)) return t(known);
  return isMessageId(`errors.${reason}`) ? errorText(reason) : reason;
}
