import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import type { TagForm } from './model';

/** Counts of tickets change without an event of a tag: the list is asked whenever it is shown. */
export const tagPageOptions = (searchParam: string) =>
  queryOptions({
    queryKey: pageKeys.tagPage(searchParam),
    queryFn: ({ signal }) => api.get('/tags', { query: { searchParam, pageNumber: 1 }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Events bring the change to every browser; this one asks at once. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.allTags });
}

export function useSaveTag(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, color, kanban, priority, category }: TagForm) => {
      const lane = { kanban: kanban ? 1 : 0, priority: Number(priority), category };
      const body = { name: name.trim(), color, ...lane };
      return id === null ? api.post('/tags', { body }) : api.put('/tags/{id}', { path: { id }, body });
    },
    onSuccess: refresh,
  });
}

export function useDeleteTag() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/tags/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
