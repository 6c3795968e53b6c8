import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current day, renewed each minute but only when it has changed, so that "today" ends at midnight. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setInterval(() => {
      setToday((known) => (known.toDateString() === new Date().toDateString() ? known : new Date()));
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
