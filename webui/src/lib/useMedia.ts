import { useCallback, useSyncExternalStore } from 'react';
import { media } from '@/styles/tokens';

/** Whether a media query holds, followed live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** S136: a small screen is under 600 px wide. */
export const useIsNarrow = () => useMedia(media.sm);

/** Whether a drawer has room beside a table. */
export const useHasRoom = () => useMedia(media.pair);
