import { useRef, useState, type KeyboardEvent } from 'react';

/** Bars or cells with one stop in the tab order; arrows, Home and End move among them. */
export function useArrows<T extends HTMLElement>(count: number, columns = count) {
  const root = useRef<T>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, count - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      ArrowDown: current + columns,
      ArrowUp: current - columns,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    setAt(next);
    root.current?.querySelectorAll<HTMLElement>('[data-stop]')[next]?.focus();
  };
  const stopOf = (place: number) => ({
    'data-stop': true,
    tabIndex: place === current ? 0 : -1,
    onFocus: () => setAt(place),
  });
  return { root, onKeyDown, stopOf };
}
