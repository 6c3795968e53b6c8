import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { TestSession } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type IntegrationForm } from './model';

/** Calls come and go without an event: there are too many of them. */
const LOOK_AGAIN_MS = 4000;

export const integrationPageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.integrationPage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/queueIntegration', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });

export const callsOptions = (id: number, onlyErrors: boolean) =>
  infiniteQueryOptions({
    queryKey: pageKeys.integrationCalls(id, onlyErrors),
    queryFn: ({ pageParam, signal }) =>
      api.get('/queueIntegration/{id}/calls', { path: { id }, query: { onlyErrors, cursor: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });

/** Asks again for what is counted of integrations. */
export function useRefreshIntegrations() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.integrationPages });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.integrations });
}

export function useSaveIntegration(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (form: IntegrationForm) => {
      const body = toPayload(form);
      return id === null
        ? api.post('/queueIntegration', { body })
        : api.put('/queueIntegration/{id}', { path: { id }, body });
    },
    onSuccess: refresh,
  });
}

export function useDeleteIntegration() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/queueIntegration/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

export type TrialBody = TestSession;

export const useTryIntegration = () =>
  useMutation({
    mutationFn: (body: TrialBody) => api.post('/queueIntegration/testSession', { body }),
  });
