import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time, to the minute: for what a page says of days that begin and end while it is open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
