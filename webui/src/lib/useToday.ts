import { useEffect, useState } from 'react';
import { dayKey } from './dates';

const MINUTE_MS = 60_000;

/**
 * The current day, renewed when it has changed, so that "today" ends at midnight: everywhere on a page at once, for all look
 * at the beginning of each minute of the clock.
 */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  // Synchronises with the clock.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(look, MINUTE_MS - (Date.now() % MINUTE_MS));
    };
    const look = () => {
      setToday((known) => (dayKey(known) === dayKey(new Date()) ? known : new Date()));
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return today;
}
