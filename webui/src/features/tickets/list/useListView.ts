import { useCallback, useMemo } from 'react';
import { hasPermission } from '@/lib/permissions';
import { useAddressParams } from '@/lib/useAddressParams';
import { useUser } from '@/state/session';
import { readView, writeView, type ListView } from './filters';

/** The list's filters, which live in the address. */
export function useListView() {
  const user = useUser();
  const [params, changeParams] = useAddressParams();
  const mayShowAll = hasPermission(user, 'tickets-manager:showall');
  const isShowAllDefault = user.profile === 'admin';
  const view = useMemo(() => readView(params, isShowAllDefault), [params, isShowAllDefault]);
  const change = useCallback(
    (part: Partial<ListView>) =>
      changeParams((newest) => writeView({ ...readView(newest, isShowAllDefault), ...part }, isShowAllDefault)),
    [changeParams, isShowAllDefault],
  );
  return { view, change, mayShowAll };
}
