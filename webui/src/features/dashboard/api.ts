import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { useUser } from '@/state/session';
import { errorText } from '@/i18n';
import { saveTable } from '@/lib/saveAs';
import { toast } from '@/ui/toast';
import type { ChartSpan, DashboardQuery, TimesBy } from './model';

/** No event says that a sum has changed: it is asked for anew whenever somebody looks or filters. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const useDashboard = (query: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', query],
    queryFn: () => api.get('/dashboard', { query: { ...query } }),
    ...FRESH,
  });

export const useTimes = (asked: DashboardQuery, by: TimesBy) =>
  useQuery({
    queryKey: ['dashboard', 'times', asked, by],
    queryFn: () => api.get('/dashboard/times', { query: { ...asked, by } }),
    ...FRESH,
  });

export const useExportTimes = () =>
  useMutation({
    mutationFn: async ({ asked, by }: { asked: DashboardQuery; by: TimesBy }) => {
      const text = await api.get('/dashboard/times/export', { query: { ...asked, by } });
      saveTable('tempos.csv', text);
    },
    onError: (error) => toast.error(errorText(error)),
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
