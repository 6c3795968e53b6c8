export type Command = 'bar' | 'sheet';

/** What the sheet shows: keys, and the id of what they do. The places where they work are their own. */
export const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], labelId: 'commands.key.bar' },
  { keys: ['?'], labelId: 'commands.key.sheet' },
  { keys: ['Enter'], labelId: 'commands.key.send' },
  { keys: ['Shift', 'Enter'], labelId: 'commands.key.line' },
  { keys: ['/'], labelId: 'commands.key.quick' },
  { keys: ['Esc'], labelId: 'commands.key.close' },
] as const;

/** Whether a key goes into a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word of a search begins a word of the label. */
export function matches(label: string, search: string): boolean {
  const words = plain(label).split(/\s+/);
  return plain(search)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
