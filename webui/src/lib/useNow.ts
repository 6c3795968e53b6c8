import { useEffect, useState } from 'react';

/** For what a page says to the minute. */
export const MINUTE_MS = 60_000;

/** The time, renewed at this interval; null stops it. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  // Synchronises with the clock.
  useEffect(() => {
    if (everyMs === null) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
