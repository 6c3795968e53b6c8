import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Searches that were asked for, from the one that is shown on. The window has one address, and the router takes the one that
 * is shown for the newest: a choice that the next letter follows at once would be undone.
 */
let asked: readonly string[] = [];

/** What the address says after its `?`, and how to change it in its place: from the newest, also where that is not shown yet. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const at = asked.indexOf(params.toString());
    asked = at === -1 ? [] : asked.slice(at);
  }, [params]);
  const change = useCallback(
    (write: (newest: URLSearchParams) => URLSearchParams) => {
      const next = write(new URLSearchParams(asked.at(-1) ?? params));
      asked = [...asked, next.toString()];
      setParams(next, { replace: true });
    },
    [params, setParams],
  );
  return [params, change] as const;
}
