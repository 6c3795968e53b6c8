import { useEffect, useState } from 'react';
import { dayKey } from '@/lib/dates';

const MINUTE_MS = 60_000;

/** The current day, renewed each minute but only when it has changed, so that "today" ends at midnight. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setInterval(() => {
      setToday((known) => (dayKey(known) === dayKey(new Date()) ? known : new Date()));
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
