import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Dashboard, TicketsDay, TicketsUsers } from '@/api/types';
import { useUser } from '@/state/session';
import type { ChartSpan, DashboardQuery } from './model';

/** No event says that a sum has changed: it is asked for anew whenever somebody looks or filters. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const useDashboard = (query: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', query],
    queryFn: () => api.get<Dashboard>('/dashboard', { query: { ...query } }),
    ...FRESH,
  });

function useChart<T>(name: 'ticketsUsers' | 'ticketsDay', span: ChartSpan) {
  const { companyId } = useUser();
  return useQuery({
    queryKey: ['dashboard', name, span],
    queryFn: () => api.get<T>(`/dashboard/${name}`, { query: { ...span, companyId } }),
    ...FRESH,
  });
}

export const useTicketsUsers = (span: ChartSpan) => useChart<TicketsUsers>('ticketsUsers', span);
export const useTicketsDay = (span: ChartSpan) => useChart<TicketsDay>('ticketsDay', span);
