import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { toOptions, toPreview, type Menu } from './menu/tree';
import { toPayload, type QueueForm } from './model';

/** The events of the socket bring the change to every browser; this one asks at once. */
export function useSaveQueue(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: QueueForm) => {
      const body = toPayload(form);
      return id === null ? api.post('/queue', { body }) : api.put('/queue/{id}', { path: { id }, body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
}

/** All options of a queue's menu. */
export const queueMenuOptions = (queueId: number) =>
  queryOptions({
    // Apart from the queues, which change while it is edited.
    queryKey: ['queueMenu', queueId],
    queryFn: ({ signal }) => api.get('/queue-options', { query: { queueId }, signal }),
    // What is edited stays as it was opened.
    staleTime: 0,
    gcTime: 0,
  });

/** Saves a menu as a whole: what is missing is deleted. */
export function useSaveMenu(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (menu: Menu) => api.put('/queue/{id}/options', { path: { id }, body: { options: toOptions(menu) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
}

/** What a customer lives who writes these messages, by the server's own rules. */
export const playedOptions = (greetingMessage: string, menu: Menu, messages: readonly string[]) =>
  queryOptions({
    queryKey: ['menuPlayed', greetingMessage, menu, messages],
    queryFn: ({ signal }) =>
      api.post('/queue/preview', {
        body: { greetingMessage, options: toPreview(menu), messages: [...messages] },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Deletes a queue; what runs in it goes to another one, or waits without a queue. */
export function useDeleteQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, moveTo }: { id: number; moveTo: number | null }) =>
      api.delete('/queue/{id}', { path: { id }, ...(moveTo === null ? {} : { query: { moveTo } }) }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
}
