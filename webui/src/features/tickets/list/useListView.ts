import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { readView, writeView, type ListView } from './filters';

/** The list's filters, which live in the address. */
export function useListView() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const mayShowAll = hasPermission(user, 'tickets-manager:showall');
  const isShowAllDefault = user.profile === 'admin';
  const view = useMemo(() => readView(params, isShowAllDefault), [params, isShowAllDefault]);
  // Addresses that were asked for and are not shown yet: the router takes what is shown for the newest, which would undo a
  // choice that the next letter follows at once.
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const at = asked.current.indexOf(params.toString());
    asked.current = at === -1 ? [] : asked.current.slice(at + 1);
  }, [params]);
  const change = useCallback(
    (part: Partial<ListView>) => {
      const newest = new URLSearchParams(asked.current.at(-1) ?? params);
      const next = writeView({ ...readView(newest, isShowAllDefault), ...part }, isShowAllDefault);
      asked.current.push(next.toString());
      setParams(next, { replace: true });
    },
    [params, setParams, isShowAllDefault],
  );
  return { view, change, mayShowAll };
}
