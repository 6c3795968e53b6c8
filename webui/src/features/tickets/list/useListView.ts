import { useCallback, useMemo } from 'react';
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
  const change = useCallback(
    (part: Partial<ListView>) =>
      setParams((current) => writeView({ ...readView(current, isShowAllDefault), ...part }, isShowAllDefault), {
        replace: true,
      }),
    [setParams, isShowAllDefault],
  );
  return { view, change, mayShowAll };
}
