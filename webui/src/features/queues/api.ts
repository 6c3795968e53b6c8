import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
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
