/**
 * A double click is meant for one thing. When its first click opens or closes a layer, takes a row away or puts another
 * button in the place of the one clicked, something else lies under the pointer for the second: that one is ignored.
 * Whoever means another control moves the pointer to it first, and one and the same control may be clicked as fast as
 * anybody likes. A control is its element: one that goes on to do something else needs a `key` that says so.
 */

/** How soon after a click another one on the same spot still belongs to it. */
const DOUBLE_MS = 500;
/** How far a hand, or a finger, wanders between two clicks on one spot. */
const SPOT_PX = 8;
const TOUCH_SPOT_PX = 24;

/** What takes a click as a whole, whichever part of it is hit. */
const CONTROL =
  'a[href], button, input, select, textarea, label, summary, [role=button], [role=link], [role=option], [role=tab], [role=switch], [role^=menuitem]';

/** What one press sets off beside its `click`. */
const PRESS = ['mousedown', 'touchstart', 'touchend', 'mouseup', 'dblclick'] as const;

interface Press {
  control: EventTarget | null;
  x: number;
  y: number;
  /** When the pointer was let go. */
  endedAt: number;
}

const controlOf = (target: EventTarget | null) => (target instanceof Element && target.closest(CONTROL)) || target;

/** The button of a menu or panel that is open, as its first click left it. */
const isOpened = (control: EventTarget | null) =>
  control instanceof Element && control.matches('[aria-haspopup][aria-expanded=true]');

function isNear(one: { x: number; y: number }, event: MouseEvent, isTouch: boolean): boolean {
  const most = isTouch ? TOUCH_SPOT_PX : SPOT_PX;
  return Math.abs(event.clientX - one.x) <= most && Math.abs(event.clientY - one.y) <= most;
}

/** Watches all clicks of a window; returns how to stop. */
export function guardClicks(view: Window): () => void {
  /** The last click that was let through. */
  let last: Press | null = null;
  /** The press under way, and the click that it may be the second half of. */
  let press: Press | null = null;
  let first: Press | null = null;
  let isStray = false;

  const ignore = (event: Event) => {
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  };
  const handleDown = (event: PointerEvent) => {
    isStray = false;
    if (!event.isPrimary || event.button !== 0) return;
    const isTouch = event.pointerType === 'touch';
    const isSoon = last !== null && event.timeStamp - last.endedAt < DOUBLE_MS;
    first = last && isSoon && isNear(last, event, isTouch) ? last : null;
    press = { control: controlOf(event.target), x: event.clientX, y: event.clientY, endedAt: 0 };
    isStray = first !== null && (first.control !== press.control || isOpened(press.control));
    if (isStray) ignore(event);
  };
  const handleUp = (event: PointerEvent) => {
    if (!press || !event.isPrimary || event.button !== 0) return;
    if (isStray) ignore(event);
    // What was dragged is no click.
    else if (isNear(press, event, event.pointerType === 'touch')) last = { ...press, endedAt: event.timeStamp };
  };
  const handlePress = (event: Event) => {
    if (isStray) ignore(event);
  };
  const handleClick = (event: MouseEvent) => {
    // The keyboard, a label for its field and a script click without a press of their own.
    if (event.detail === 0 || !press) return;
    // What lies there may also have changed while the button was down.
    if (isStray || (first && first.control !== controlOf(event.target))) ignore(event);
    first = null;
  };

  const capture = { capture: true };
  const passive = { capture: true, passive: true };
  view.addEventListener('pointerdown', handleDown, capture);
  view.addEventListener('pointerup', handleUp, capture);
  for (const kind of PRESS) view.addEventListener(kind, handlePress, kind.startsWith('touch') ? passive : capture);
  view.addEventListener('click', handleClick, capture);
  return () => {
    view.removeEventListener('pointerdown', handleDown, capture);
    view.removeEventListener('pointerup', handleUp, capture);
    for (const kind of PRESS) view.removeEventListener(kind, handlePress, capture);
    view.removeEventListener('click', handleClick, capture);
  };
}
