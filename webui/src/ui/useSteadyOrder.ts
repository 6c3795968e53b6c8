import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

type Key = string | number;

/** Whoever has not moved for so long aims at nothing; the list catches up, and holds still again with the next move. */
const IDLE_MS = 20_000;

interface Place<T> {
  key: Key;
  /** Undefined once the row has gone: its place stays, so that no other row slides under the pointer. */
  item: T | undefined;
}

/**
 * Rows that events move hold still while the pointer, or the keyboard's focus, is over their list: who aims at one must
 * not hit another. What is shown in a row stays live; new rows come at the end, and all finds its order afterwards.
 */
export function useSteadyOrder<T>(items: readonly T[], keyOf: (item: T) => Key) {
  const [isHeld, setIsHeld] = useState(false);
  const shown = useRef<readonly Key[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const keys = [...byKey.keys()];
  const held = new Set(shown.current);
  const gone = shown.current.filter((key) => !byKey.has(key)).length;
  // Another list altogether, as after a search, has nothing to hold on to.
  const isSameList = gone <= shown.current.length / 2;
  shown.current = isHeld && isSameList ? [...shown.current, ...keys.filter((key) => !held.has(key))] : keys;

  const release = () => {
    clearTimeout(timer.current);
    setIsHeld(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, IDLE_MS);
    setIsHeld(true);
  };
  // Synchronises with the clock: nothing is released after the list has gone.
  useEffect(() => () => clearTimeout(timer.current), []);

  const handlePointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') hold();
  };
  const handlers = {
    onPointerEnter: handlePointer,
    onPointerMove: handlePointer,
    onPointerLeave: (event: PointerEvent) => {
      if (!event.currentTarget.querySelector(':focus-visible')) release();
    },
    onKeyDown: hold,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) hold();
    },
    onBlur: (event: FocusEvent) => {
      const isInside = event.currentTarget.contains(event.relatedTarget as Node | null);
      if (!isInside && !event.currentTarget.matches(':hover')) release();
    },
  };
  const places = shown.current.map((key): Place<T> => ({ key, item: byKey.get(key) }));
  return { places, handlers };
}
