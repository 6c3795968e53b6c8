import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { HelpChange } from '@/api/types';

export function useSaveHelp(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: HelpChange) =>
      id === null ? api.post('/helps', { body }) : api.put('/helps/{id}', { path: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.helps }),
  });
}

export function useDeleteHelp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete('/helps/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.helps }),
  });
}
