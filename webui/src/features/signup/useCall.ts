import { useState } from 'react';
import { errorText } from '@/i18n';

/** One call of a page for visitors: whether it runs, and why it failed. Answers true when it went well. */
export function useCall(textOf: (failure: unknown) => string = errorText) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    setError(null);
    try {
      await call();
      return true;
    } catch (failure) {
      setError(textOf(failure));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy, error };
}
