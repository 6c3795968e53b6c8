import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Ticket } from '@/api/types';
import { isArrow, stepSpot, type Spot } from './model';

const DRAG_PX = 6;
const LONG_PRESS_MS = 450;
const EDGE_PX = 56;
const SCROLL_PX = 14;

/** How a card is carried: by the pointer, by keys, or by the buttons that a long press brings. */
export interface Lift {
  ticket: Ticket;
  from: Spot;
  over: Spot;
  by: 'pointer' | 'keys' | 'touch';
  /** Where the ghost is. */
  x: number;
  y: number;
  width: number;
}

interface Press {
  ticket: Ticket;
  from: Spot;
  x: number;
  y: number;
  card: HTMLElement;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface LiftProps {
  /** The lanes in their order, with how many cards beside this one are loaded. */
  sizesFor: (ticketId: number) => { lane: string; size: number }[];
  onDrop: (ticket: Ticket, from: Spot, over: Spot, by: Lift['by']) => void;
  onLift: (ticket: Ticket) => void;
  onOver: (over: Spot) => void;
  onCancel: (ticket: Ticket) => void;
}

/** The spot under the pointer; null beside all lanes. */
function spotAt(x: number, y: number, ticketId: number): Spot | null {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]');
  const key = lane?.dataset['lane'];
  if (!lane || key === undefined) return null;
  const cards = [...lane.querySelectorAll<HTMLElement>('[data-card]')];
  const others = cards.filter((card) => card.dataset['card'] !== String(ticketId));
  const above = others.filter((card) => {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2 < y;
  });
  return { lane: key, index: above.length };
}

/** Lanes and the board scroll while a card is held at their edge. */
function scrollAt(x: number, y: number) {
  const under = document.elementFromPoint(x, y);
  const list = under?.closest<HTMLElement>('[data-lane-list]');
  if (list) {
    const box = list.getBoundingClientRect();
    if (y < box.top + EDGE_PX) list.scrollTop -= SCROLL_PX;
    else if (y > box.bottom - EDGE_PX) list.scrollTop += SCROLL_PX;
  }
  const board = under?.closest<HTMLElement>('[data-board]');
  if (board) {
    const box = board.getBoundingClientRect();
    if (x < box.left + EDGE_PX) board.scrollLeft -= SCROLL_PX;
    else if (x > box.right - EDGE_PX) board.scrollLeft += SCROLL_PX;
  }
}

const isSame = (one: Spot, other: Spot) => one.lane === other.lane && one.index === other.index;

/** Carrying one card about the board. */
export function useLift({ sizesFor, onDrop, onLift, onOver, onCancel }: LiftProps) {
  const [lift, setLift] = useState<Lift | null>(null);
  const press = useRef<Press | null>(null);
  const wasDragged = useRef(false);

  const cancel = () => {
    if (!lift) return;
    setLift(null);
    onCancel(lift.ticket);
  };
  const drop = (held: Lift) => {
    setLift(null);
    if (isSame(held.from, held.over)) onCancel(held.ticket);
    else onDrop(held.ticket, held.from, held.over, held.by);
  };

  const handleMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const { clientX: x, clientY: y } = event;
    const pressed = press.current;
    if (pressed && !lift) {
      if (Math.hypot(x - pressed.x, y - pressed.y) < DRAG_PX) return;
      if (pressed.timer !== undefined) {
        // A finger that moves scrolls.
        clearTimeout(pressed.timer);
        press.current = null;
        return;
      }
      wasDragged.current = true;
      const { ticket, from, card } = pressed;
      const over = spotAt(x, y, ticket.id) ?? from;
      setLift({ ticket, from, over, by: 'pointer', x, y, width: card.getBoundingClientRect().width });
      onLift(ticket);
      return;
    }
    if (lift?.by !== 'pointer') return;
    scrollAt(x, y);
    const over = spotAt(x, y, lift.ticket.id) ?? lift.over;
    setLift({ ...lift, x, y, over });
    if (!isSame(over, lift.over)) onOver(over);
  });
  const handleUp = useEffectEvent(() => {
    clearTimeout(press.current?.timer);
    press.current = null;
    if (lift?.by === 'pointer') drop(lift);
  });
  const handleLost = useEffectEvent(() => {
    clearTimeout(press.current?.timer);
    press.current = null;
    if (lift?.by === 'pointer') cancel();
  });
  const handleEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || !lift) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press.current = null;
    cancel();
  });

  // Synchronises with the pointer and the keys of the window.
  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => handleMove(event);
    const up = () => handleUp();
    const lost = () => handleLost();
    const escape = (event: globalThis.KeyboardEvent) => handleEscape(event);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', lost);
    window.addEventListener('keydown', escape, true);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', lost);
      window.removeEventListener('keydown', escape, true);
    };
  }, []);

  const begin = (event: PointerEvent<HTMLElement>, ticket: Ticket, from: Spot) => {
    wasDragged.current = false;
    if (event.button !== 0 || (event.target as HTMLElement).closest('[data-undraggable]')) return;
    const card = event.currentTarget;
    const at = { ticket, from, x: event.clientX, y: event.clientY, card };
    if (event.pointerType === 'mouse') {
      press.current = at;
      return;
    }
    const timer = setTimeout(() => {
      press.current = null;
      wasDragged.current = true;
      setLift({ ticket, from, over: from, by: 'touch', x: 0, y: 0, width: 0 });
      onLift(ticket);
    }, LONG_PRESS_MS);
    press.current = { ...at, timer };
  };

  const handleKey = (event: KeyboardEvent<HTMLElement>, ticket: Ticket, from: Spot) => {
    const held = lift?.by === 'keys' && lift.ticket.id === ticket.id ? lift : null;
    if (event.key === ' ') {
      event.preventDefault();
      if (event.repeat) return;
      if (held) drop(held);
      else if (!lift) {
        setLift({ ticket, from, over: from, by: 'keys', x: 0, y: 0, width: 0 });
        onLift(ticket);
      }
      return;
    }
    if (!held) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      drop(held);
    } else if (isArrow(event.key)) {
      event.preventDefault();
      const over = stepSpot(held.over, event.key, sizesFor(ticket.id));
      setLift({ ...held, over });
      onOver(over);
    }
  };

  return {
    lift,
    cancel,
    begin,
    handleKey,
    /** Whether the click that follows ends a drag. */
    isDragEnd: () => wasDragged.current,
    /** A long press ends with a choice of a lane. */
    carryTo: (lane: string) => lift && drop({ ...lift, over: { lane, index: 0 } }),
    handleBlur: () => lift?.by === 'keys' && cancel(),
  };
}

export type Lifting = ReturnType<typeof useLift>;
