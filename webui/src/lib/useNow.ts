import { useEffect, useState } from 'react';

/** For what a page says to the minute. */
export const MINUTE_MS = 60_000;

/** The time, renewed at this interval; null stops it. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  // Synchronises with the clock.
  useEffect(() => {
    if (everyMs === null) return undefined;
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick);
    const timer = setInterval(tick, everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}
