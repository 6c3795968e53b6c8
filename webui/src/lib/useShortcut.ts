import { useEffect, useEffectEvent } from 'react';
import { isShortcut, type Shortcut } from './shortcuts';

/** Does something at a key, wherever the focus is, while this part is shown. */
export function useShortcut(name: Shortcut, run: (() => void) | null) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(name, event)) return;
    // Also where it does nothing just now: Alt with a letter may open the browser's own menu.
    event.preventDefault();
    if (!event.repeat) run?.();
  });
  // Synchronises with the keyboard.
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
