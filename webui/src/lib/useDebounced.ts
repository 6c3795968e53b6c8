import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay = 500): T {
  const [settled, setSettled] = useState(value);
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
