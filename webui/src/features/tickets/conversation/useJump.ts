import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keyOf, rowOfMessage, type Row } from './rows';

const FLASH_MS = 1700;
/** A page that reaches down to a message has at most a thousand. */
const MAX_PAGES = 10;

const nextPaint = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Scrolls to a message and marks it for a moment; loads what lies between when it lies before the loaded ones. */
export function useJump(
  rows: readonly Row[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  /** Loads down to a message; null when everything is loaded. */
  reach: ((messageId: number) => Promise<unknown>) | null,
) {
  const [flashKey, setFlashKey] = useState<string | number | null>(null);
  const latest = useRef({ rows, reach });
  // Synchronises the search, which goes on over several renders, with the newest one.
  useEffect(() => {
    latest.current = { rows, reach };
  });

  const jumpTo = useCallback(
    async (messageId: number) => {
      for (let page = 0; page <= MAX_PAGES; page += 1) {
        const index = rowOfMessage(latest.current.rows, messageId);
        if (index >= 0) {
          virtualizer.scrollToIndex(index, { align: 'center' });
          setFlashKey(keyOf(latest.current.rows[index] ?? -messageId));
          return;
        }
        if (!latest.current.reach) return;
        // One page after the other: each begins where the one before it ended.
        // oxlint-disable-next-line no-await-in-loop
        await latest.current.reach(messageId);
        // oxlint-disable-next-line no-await-in-loop
        await nextPaint();
      }
    },
    [virtualizer],
  );

  // Synchronises with the clock: the mark fades.
  useEffect(() => {
    if (flashKey === null) return undefined;
    const timer = setTimeout(() => setFlashKey(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashKey]);

  return { jumpTo, flashKey };
}
