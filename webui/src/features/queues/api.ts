import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import type { Queue } from '@/api/types';
import { errorText } from '@/i18n';
import type { FileChange } from '@/ui/FileField';
import { toast } from '@/ui/toast';
import { toSchedules, type Week } from '@/ui/week';
import { flat, toOptions, toPreview, type Menu } from './menu/tree';
import { toPayload, type QueueForm } from './model';

const ORDERING = ['queueOrder'];

/** The events of the socket bring the change to every browser; this one asks at once. */
export function useSaveQueue(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ form, week }: { form: QueueForm; week: Week | null }) => {
      const body = { ...toPayload(form), ...(week && { schedules: toSchedules(week) }) };
      return id === null ? api.post('/queue', { body }) : api.put('/queue/{id}', { path: { id }, body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
}

/** B21: the file that goes with an option. */
async function changeFile(id: number | undefined, file: FileChange, wasSaved: boolean) {
  if (id === undefined || file === 'keep') return;
  const path = { id };
  if (file !== null) await api.upload('/queue-options/{id}/media-upload', { path, form: { file } });
  else if (wasSaved) await api.delete('/queue-options/{id}/media-upload', { path });
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

/** Saves a menu as a whole: what is missing is deleted. Words first, then the files; done again it comes to the same. */
export function useSaveMenu(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (menu: Menu) => {
      const saved = await api.put('/queue/{id}/options', { path: { id }, body: { options: toOptions(menu) } });
      const ids = new Map(saved.keys.map((each) => [each.key, each.id]));
      const files = flat(menu).map(({ id: key, file, optionId }) => changeFile(ids.get(key), file, optionId !== null));
      await Promise.all(files);
    },
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

/** Puts the queues in another order, which shows at once. */
export function useOrderQueues() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ORDERING,
    // One after the other: of two orders the later one counts.
    scope: { id: 'queueOrder' },
    mutationFn: (queueIds: number[]) => api.put('/queue/order', { body: { queueIds } }),
    onMutate: (queueIds) => {
      const before = client.getQueryData<Queue[]>(keys.queues);
      client.setQueryData<Queue[]>(keys.queues, (known) =>
        known?.toSorted((one, other) => queueIds.indexOf(one.id) - queueIds.indexOf(other.id)),
      );
      return before;
    },
    onError: (error, _ids, before) => {
      toast.error(errorText(error));
      client.setQueryData(keys.queues, before);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: ORDERING }) === 1) void client.invalidateQueries({ queryKey: keys.queues });
    },
  });
}

/** Deletes a queue; what runs in it goes to another one, or waits without a queue. */
export function useDeleteQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, moveTo }: { id: number; moveTo: number | null }) =>
      api.delete('/queue/{id}', { path: { id }, ...(moveTo === null ? {} : { query: { moveTo } }) }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
}
