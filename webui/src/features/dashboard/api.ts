import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { useSingleMutation } from '@/api/useSingleMutation';
import { paths } from '@/app/paths';
import { useUser } from '@/state/session';
import { errorText } from '@/i18n';
import { saveTable } from '@/lib/saveAs';
import { toast } from '@/ui/toast';
import type { ChartSpan, DashboardQuery, QueuesQuery, TimesBy } from './model';

/** No event says that a sum has changed: it is asked for anew whenever somebody looks or filters. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const useDashboard = (query: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', query],
    queryFn: () => api.get('/dashboard', { query: { ...query } }),
    // two of the cards are of now
    refetchInterval: 60_000,
    ...FRESH,
  });

/** The period before; null where there is none. */
export const usePreviousDashboard = (query: DashboardQuery | null) =>
  useQuery({
    queryKey: ['dashboard', query],
    queryFn: () => api.get('/dashboard', { query: { ...query } }),
    enabled: query !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCourse = (query: DashboardQuery | null) =>
  useQuery({
    queryKey: ['dashboard', 'course', query],
    queryFn: () => api.get('/dashboard/course', { query: { ...query } }),
    enabled: query !== null,
    ...FRESH,
  });

export const NOW = ['dashboard', 'now'] as const;

/** Asked for again and again while somebody looks. */
export const useDashboardNow = (queues: QueuesQuery) =>
  useQuery({
    queryKey: [...NOW, queues],
    queryFn: () => api.get('/dashboard/now', { query: { ...queues } }),
    refetchInterval: 15_000,
    refetchOnWindowFocus: true,
    ...FRESH,
  });

/** S059: the one who accepts becomes the holder, and goes on in the conversation. */
export function useAccept() {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleMutation({
    mutationFn: (id: number) => api.put('/tickets/{id}', { path: { id }, body: { status: 'open', userId } }),
    onSuccess: (ticket) => {
      client.setQueryData(keys.ticket(ticket.uuid), ticket);
      void client.invalidateQueries({ queryKey: keys.tickets });
      return navigate(paths.ticket(ticket.uuid));
    },
    onError: (error) => {
      toast.error(errorText(error));
      // somebody else may have taken it
      void client.invalidateQueries({ queryKey: NOW });
    },
  });
}

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

type ChartQuery = ChartSpan & QueuesQuery;

function useChart<T>(
  name: string,
  asked: ChartQuery,
  load: (query: ChartQuery & { companyId: number }) => Promise<T>,
  enabled = true,
) {
  const { companyId } = useUser();
  return useQuery({
    queryKey: ['dashboard', name, asked],
    queryFn: () => load({ ...asked, companyId }),
    enabled,
    ...FRESH,
  });
}

export const useTicketsUsers = (span: ChartSpan, queues: QueuesQuery) =>
  useChart('ticketsUsers', { ...span, ...queues }, (query) => api.get('/dashboard/ticketsUsers', { query }));
export const useTicketsDay = (span: ChartSpan, queues: QueuesQuery, isWanted = true) =>
  useChart('ticketsDay', { ...span, ...queues }, (query) => api.get('/dashboard/ticketsDay', { query }), isWanted);
