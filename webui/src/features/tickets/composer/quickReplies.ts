import type { QuickMessage } from '@/api/types';

/** S139 */
const LABEL_MAX = 35;

/** S036: the list opens when the input starts with a slash and has more than that one character. */
export function quickQuery(text: string): string | null {
  return text.length > 1 && text.startsWith('/') && !text.includes('\n') ? text.slice(1) : null;
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose code begins with what was typed, then those that have it anywhere in code or text. */
export function quickMatches(all: readonly QuickMessage[], query: string): QuickMessage[] {
  const part = plain(query.trim());
  const begins = all.filter((each) => plain(each.shortcode).startsWith(part));
  const others = all.filter(
    (each) => !begins.includes(each) && plain(`${each.shortcode} ${each.message}`).includes(part),
  );
  return [...begins, ...others];
}

/** S139: 35 characters and an ellipsis. */
export function quickLabel({ shortcode, message }: Pick<QuickMessage, 'shortcode' | 'message'>): string {
  const words = message.replaceAll(/\s+/g, ' ').trim();
  const label = [...(words === '' ? shortcode : `${shortcode} - ${words}`)];
  return label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX).join('')}…` : label.join('');
}
