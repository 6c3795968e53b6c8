import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { CLOSING_SETTING, type Asked } from '@/api/closing';
import { keys } from '@/api/keys';
import type { ClosingReason, Setting } from '@/api/types';

/** Events bring the change to every browser; this one asks at once. */
export function useSaveReason() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number | null; name: string }) =>
      id === null
        ? api.post<ClosingReason>('/closing-reasons', { name })
        : api.put<ClosingReason>(`/closing-reasons/${id}`, { name }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.closingReasons }),
  });
}

export function useDeleteReason() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete<unknown>(`/closing-reasons/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.closingReasons }),
  });
}

export function useSetAsked() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: Asked) => api.put<Setting>(`/settings/${CLOSING_SETTING}`, { value }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.settings }),
  });
}
