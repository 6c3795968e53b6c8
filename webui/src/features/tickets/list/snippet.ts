/** A part of a found text; those that were looked for are marked. */
export interface Part {
  text: string;
  isHit: boolean;
}

const AROUND = 40;
const plain = (char: string) => char.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** The words of a search, as the server takes them apart. */
export const wordsOf = (search: string): string[] =>
  plain(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Which characters belong to a word that begins with one of the words. */
function hits(chars: readonly string[], words: readonly string[]): boolean[] {
  const marked = chars.map(() => false);
  for (let at = 0; at < chars.length; at += 1) {
    if (isWord(chars[at - 1])) continue;
    for (const word of words) {
      let end = at;
      let read = '';
      while (end < chars.length && read.length < word.length) read += plain(chars[end++] ?? '');
      if (read === word) marked.fill(true, at, end);
    }
  }
  return marked;
}

/** A line of text around the first word that was looked for, in parts. */
export function snippet(text: string, search: string): Part[] {
  const chars = [...text.replaceAll(/\s+/g, ' ').trim()];
  const marked = hits(chars, wordsOf(search));
  const first = marked.indexOf(true);
  const start = first > AROUND ? first - AROUND : 0;
  const parts: Part[] = start > 0 ? [{ text: '…', isHit: false }] : [];
  for (let at = start; at < chars.length; at += 1) {
    const last = parts.at(-1);
    const isHit = marked[at] ?? false;
    if (last && last.isHit === isHit) last.text += chars[at];
    else parts.push({ text: chars[at] ?? '', isHit });
  }
  return parts;
}
