import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { useUser } from '@/state/session';
import type { ChartSpan, DashboardQuery } from './model';

/** No event says that a sum has changed: it is asked for anew whenever somebody looks or filters. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const useDashboard = (query: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', query],
    queryFn: () => api.get('/dashboard', { query: { ...query } }),
    ...FRESH,
  });

type ChartQuery = ChartSpan & { companyId: number };

function useChart<T>(name: string, span: ChartSpan, load: (query: ChartQuery) => Promise<T>) {
  const { companyId } = useUser();
  return useQuery({
    queryKey: ['dashboard', name, span],
    queryFn: () => load({ ...span, companyId }),
    ...FRESH,
  });
}

export const useTicketsUsers = (span: ChartSpan) =>
  useChart('ticketsUsers', span, (query) => api.get('/dashboard/ticketsUsers', { query }));
export const useTicketsDay = (span: ChartSpan) =>
  useChart('ticketsDay', span, (query) => api.get('/dashboard/ticketsDay', { query }));
