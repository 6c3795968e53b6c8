/** A name that is being typed after an `@`, and where it begins. */
export function typedMention(text: string, caret: number): { start: number; part: string } | null {
  const found = /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const part = found[1] ?? '';
  return { start: caret - part.length - 1, part };
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose names have a word that begins so; nobody once a whole name stands there. */
export function mentioned<Person extends { name: string }>(people: readonly Person[], part: string): Person[] {
  const wanted = plain(part);
  if (people.some(({ name }) => wanted.startsWith(`${plain(name)} `))) return [];
  return people.filter(({ name }) => plain(name).startsWith(wanted) || plain(name).includes(` ${wanted}`));
}

/** The text in pieces, those that name somebody marked. */
export function withMentions(text: string, names: readonly string[]): { text: string; isName: boolean }[] {
  const sorted = names.filter((name) => name !== '').toSorted((one, other) => other.length - one.length);
  if (sorted.length === 0) return [{ text, isName: false }];
  const escaped = sorted.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')})(?![\\p{L}\\p{N}]))`, 'iu'));
  return parts.map((part, index) => ({ text: part, isName: index % 2 === 1 })).filter((part) => part.text !== '');
}
