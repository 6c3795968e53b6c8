import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { WebhookDelivery } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type WebhookForm } from './model';

/** Deliveries come and go without an event: there are too many of them. */
const LOOK_AGAIN_MS = 4000;

export const webhooksOptions = queryOptions({
  queryKey: pageKeys.webhookList,
  queryFn: ({ signal }) => api.get('/webhooks', { signal }),
  refetchInterval: LOOK_AGAIN_MS,
  refetchOnMount: 'always',
});

export type StateChoice = WebhookDelivery['state'] | 'all';

export const logOptions = (id: number, choice: StateChoice) =>
  infiniteQueryOptions({
    queryKey: pageKeys.webhookLog(id, choice),
    queryFn: ({ pageParam, signal }) =>
      api.get('/webhooks/{id}/deliveries', {
        path: { id },
        query: { pageNumber: pageParam, ...(choice === 'all' ? {} : { state: choice }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });

export const deliveryOptions = (deliveryId: number) =>
  queryOptions({
    queryKey: pageKeys.webhookDelivery(deliveryId),
    queryFn: ({ signal }) => api.get('/webhooks/deliveries/{deliveryId}', { path: { deliveryId }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.webhooks });
}

/** A new one is answered with its secret, the only time that it is seen. */
export function useSaveWebhook(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (form: WebhookForm): Promise<string | null> => {
      const body = toPayload(form);
      if (id === null) return (await api.post('/webhooks', { body })).secret;
      await api.put('/webhooks/{id}', { path: { id }, body });
      return null;
    },
    onSuccess: refresh,
  });
}

/** Something that is done to a webhook or a delivery, and shows itself in the lists. */
function useAct<Answer>(act: (id: number) => Promise<Answer>) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

/** It leaves the list at once, so that nobody asks for its log any more. */
export function useDeleteWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete('/webhooks/{id}', { path: { id } }),
    onSuccess: (_gone, id) =>
      client.setQueryData(webhooksOptions.queryKey, (known) => known?.filter((each) => each.id !== id)),
    onError: (error) => toast.error(errorText(error)),
  });
}

export const useRotateSecret = () => useAct((id) => api.post('/webhooks/{id}/secret', { path: { id } }));
export const useTestWebhook = () => useAct((id) => api.post('/webhooks/{id}/test', { path: { id } }));
export const useReplayFailed = () => useAct((id) => api.post('/webhooks/{id}/replay', { path: { id } }));
export const useReplay = () =>
  useAct((deliveryId) => api.post('/webhooks/deliveries/{deliveryId}/replay', { path: { deliveryId } }));
