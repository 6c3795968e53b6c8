import { useEffect, useEffectEvent } from 'react';

/** What lies over the page closes first. */
const OVER = '[role="dialog"], [role="menu"], [role="alertdialog"]';

/** Closes what stands beside a page at Escape, wherever the focus is and nothing else takes the key. */
export function useEscape(onEscape: () => void) {
  const escape = useEffectEvent(onEscape);
  // Synchronises with the keyboard.
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(OVER)) escape();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
