/** Keys that do something wherever the focus is. Only those with Alt: the text that is being written needs all others. */
const ANYWHERE = {
  nextTicket: { code: 'ArrowDown', keys: ['Alt', '↓'] },
  previousTicket: { code: 'ArrowUp', keys: ['Alt', '↑'] },
  accept: { code: 'KeyA', keys: ['Alt', 'A'] },
  resolve: { code: 'KeyR', keys: ['Alt', 'R'] },
  transfer: { code: 'KeyT', keys: ['Alt', 'T'] },
  write: { code: 'KeyM', keys: ['Alt', 'M'] },
} as const;

export type Shortcut = keyof typeof ANYWHERE;

const key = <Name extends Shortcut>(name: Name) => ({
  keys: ANYWHERE[name].keys,
  labelId: `commands.key.${name}` as const,
});

/** What the sheet shows: keys, and the id of what they do. The places where they work are their own. */
export const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], labelId: 'commands.key.bar' },
  { keys: ['?'], labelId: 'commands.key.sheet' },
  key('nextTicket'),
  key('previousTicket'),
  key('accept'),
  key('resolve'),
  key('transfer'),
  key('write'),
  { keys: ['Enter'], labelId: 'commands.key.send' },
  { keys: ['Shift', 'Enter'], labelId: 'commands.key.line' },
  { keys: ['/'], labelId: 'commands.key.quick' },
  { keys: ['↑', '↓'], labelId: 'commands.key.rows' },
  { keys: ['Esc'], labelId: 'commands.key.leave' },
] as const;

/** A layer over the page has the keyboard to itself. */
export const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tree], select';

type Press = Pick<
  KeyboardEvent,
  'altKey' | 'code' | 'ctrlKey' | 'defaultPrevented' | 'metaKey' | 'shiftKey' | 'target'
>;

/** By the key's place: with Alt, some keyboards write another letter. Ctrl with Alt is AltGr, which writes. */
export function isShortcut(name: Shortcut, press: Press): boolean {
  if (press.defaultPrevented || !press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return false;
  if (press.target instanceof Element && press.target.closest(LAYERS)) return false;
  return press.code === ANYWHERE[name].code;
}

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
