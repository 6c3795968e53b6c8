import type { ReactNode } from 'react';
import type { MessageId } from './ids';
import { useT, type Values } from './useT';

interface RichProps {
  id: MessageId;
  values?: Values;
}

const restore = (text: string) => text.replaceAll('\u0001', '<');
const BOLD = /<b>(.*?)<\/b>/g;

/**
 * A message with `<b>…</b>` parts. The tags are split before the values are put in, so that a value can never be
 * read as a tag.
 */
export function Rich({ id, values }: RichProps): ReactNode {
  const t = useT();
  const safe: Values = {};
  for (const [key, value] of Object.entries(values ?? {})) {
    safe[key] = typeof value === 'string' ? value.replaceAll('<', '\u0001') : value;
  }
  const parts = t(id, safe).split(BOLD);
  // `split` with one group yields text and bold parts in turn.
  return parts.map((part, index) => {
    const key = `${index}:${part}`;
    return index % 2 === 1 ? <b key={key}>{restore(part)}</b> : <span key={key}>{restore(part)}</span>;
  });
}
