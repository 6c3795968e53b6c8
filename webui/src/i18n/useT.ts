import { useCallback, useSyncExternalStore } from 'react';
import { i18n } from './i18n';
import type { MessageId } from './ids';

export type Values = Record<string, string | number | Date | null | undefined>;
export type Translate = (id: MessageId, values?: Values) => string;

/** Translation outside React (toasts raised by handlers, notifications). */
export const translate: Translate = (id, values) => i18n._(id, values as Record<string, unknown> | undefined);

/** Whether a text from elsewhere, such as a code of the server or the problem of a form, names a message that is loaded. */
export const isMessageId = (text: string): text is MessageId => i18n.messages[text] !== undefined;

const subscribe = (listener: () => void) => i18n.on('change', listener);
const snapshot = () => i18n.locale;

/** `const t = useT(); t('tickets.title', { count })`. Re-renders when the language changes. */
export function useT(): Translate {
  const locale = useSyncExternalStore(subscribe, snapshot, snapshot);
  // The identity changes with the language, so that memoised children follow.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useCallback<Translate>((id, values) => translate(id, values), [locale]);
}
