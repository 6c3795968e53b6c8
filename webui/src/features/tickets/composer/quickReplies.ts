import type { QuickMessage } from '@/api/types';

/** S139 */
const LABEL_MAX = 35;

/** A code that is being typed, and what of the text it takes. */
export interface QuickQuery {
  query: string;
  start: number;
  end: number;
}

/**
 * S036: the list opens at a slash that begins the text, and lists all while nothing follows it; further on it opens at a slash
 * after a gap, with a part of a code. What is behind the caret is none of it.
 */
export function quickQuery(text: string, caret: number = text.length): QuickQuery | null {
  const before = text.slice(0, caret);
  const code = /(?:^(?<all>\/[^\n]*)|\s(?<part>\/[^\s/]+))$/.exec(before);
  const typed = code?.groups?.['all'] ?? code?.groups?.['part'];
  if (typed === undefined) return null;
  return { query: typed.slice(1), start: caret - typed.length, end: caret };
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
