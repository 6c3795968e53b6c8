import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type IntegrationForm, type toTrial } from './model';

export const integrationPageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: keys.integrationPage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/queueIntegration', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.integrations });
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

export const useTryIntegration = () =>
  useMutation({
    mutationFn: (body: ReturnType<typeof toTrial>) => api.post('/queueIntegration/testSession', { body }),
  });
