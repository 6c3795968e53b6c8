import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { CLOSING_SETTING, type Asked } from '@/api/closing';
import { pageKeys } from '@/api/pageKeys';

/** Events bring the change to every browser; this one asks at once. */
export function useSaveReason() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number | null; name: string }) =>
      id === null
        ? api.post('/closing-reasons', { body: { name } })
        : api.put('/closing-reasons/{id}', { path: { id }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: pageKeys.closingReasons }),
  });
}

export function useDeleteReason() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete('/closing-reasons/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.closingReasons }),
  });
}

export function useSetAsked() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: Asked) =>
      api.put('/settings/{settingKey}', { path: { settingKey: CLOSING_SETTING }, body: { value } }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.settings }),
  });
}
