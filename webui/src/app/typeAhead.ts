import { insertAt } from '@/lib/insertAt';
import { LAYERS } from '@/lib/shortcuts';
import { ahead } from '@/ui/lazyLayer';

/**
 * A dialog that has come has put the focus into its first field by then, or has none. It is counted in turns: a slow machine
 * needs longer to draw it, but in one of them.
 */
const TURNS = 10;
const TURN_MS = 100;
const KINDS = ['text', 'search', 'tel', 'url', 'email', 'password', 'number'];
/** They leave the field in which the first letters will be, or send it. */
const LEAVING = /^(Enter|Tab|Arrow)/;

type Field = HTMLInputElement | HTMLTextAreaElement;

function isText(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return KINDS.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

const isInLayer = (target: EventTarget | null) => target instanceof Element && target.closest(LAYERS) !== null;

/** As if it was typed there: React hears of it, and the browser can undo it. */
function insert(field: HTMLElement, text: string) {
  if (document.activeElement !== field) return;
  // Its dialog notes before each key what stands in its fields.
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Unidentified', bubbles: true }));
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else types into all kinds of fields
  if (document.execCommand?.('insertText', false, text) || !('value' in field)) return;
  const { value, selectionStart, selectionEnd } = field as Field;
  const start = selectionStart ?? value.length;
  const [next, caret] = insertAt(value, start, selectionEnd ?? start, text);
  // React remembers what is set in the usual way, and would see no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, next);
  if (selectionStart !== null) (field as Field).setSelectionRange(caret, caret);
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }));
}

/**
 * Keeps what is typed while the code of a dialog is on its way, and types it into the field that has the focus once the
 * dialog is there: neither the button that was pressed nor a shortcut gets it. It is dropped with a press elsewhere, when
 * the focus comes to no text, and with Escape, which also gives up the dialog. Returns how to stop.
 */
export function typeAhead(view: Window = window): () => void {
  const waiting = new Set<() => void>();
  let text = '';
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleKey = (event: KeyboardEvent) => {
    const { key, target, type } = event;
    // What is written where it can be seen belongs there. Ctrl with Alt is AltGr, which writes.
    if (isText(target) || event.metaKey || event.ctrlKey !== event.altKey || event.isComposing) return;
    // A menu or a question has come and has the keyboard.
    if (waiting.size === 0 && (isInLayer(target) || key === 'Escape')) {
      drop();
      return;
    }
    if (type === 'keyup') {
      // Space presses a button when it is let go.
      if (key !== ' ') return;
    } else if (key === 'Escape') {
      const coming = [...waiting];
      drop();
      for (const giveUp of coming) giveUp();
    } else if (key === 'Backspace') {
      if (!isOver) text = text.slice(0, -1);
    } else if (key.length === 1) {
      if (!isOver) text = (text + key).trimStart();
    } else if (text !== '' && LEAVING.test(key)) isOver = true;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const handleFocus = ({ target }: FocusEvent) => {
    if (!isText(target) || !isInLayer(target)) return;
    const typed = text;
    drop();
    // After those who select a field's text when it gets the focus.
    if (typed !== '') queueMicrotask(() => insert(target, typed));
  };

  const listeners = [
    ['keydown', handleKey],
    ['keyup', handleKey],
    ['focusin', handleFocus],
    ['pointerdown', drop],
  ] as const;
  function drop() {
    clearTimeout(timer);
    text = '';
    isOver = false;
    for (const [kind, handle] of listeners) view.removeEventListener(kind, handle as EventListener, true);
  }
  const rest = (turns: number) => {
    timer = setTimeout(() => (turns > 1 ? rest(turns - 1) : drop()), TURN_MS);
  };
  ahead.begin = (giveUp) => {
    clearTimeout(timer);
    waiting.add(giveUp);
    for (const [kind, handle] of listeners) view.addEventListener(kind, handle as EventListener, true);
    return () => {
      waiting.delete(giveUp);
      if (waiting.size === 0) rest(TURNS);
    };
  };
  return () => {
    drop();
    delete ahead.begin;
  };
}
