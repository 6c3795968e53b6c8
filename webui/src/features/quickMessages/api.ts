import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { QuickMessage } from '@/api/types';
import { errorText } from '@/i18n';
import type { FileChange } from '@/ui/FileField';
import { toast } from '@/ui/toast';
import type { QuickMessageForm } from './model';

export const quickMessagePageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.quickMessagePage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/quick-messages', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.quickMessages });
}

interface Saving {
  form: QuickMessageForm;
  file: FileChange;
}

/** Words first, then the file: a record without its file can still be used and mended. */
export function useSaveQuickMessage(record: QuickMessage | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ form, file }: Saving) => {
      const saved = record
        ? await api.put('/quick-messages/{id}', { path: { id: record.id }, body: form })
        : await api.post('/quick-messages', { body: form });
      const path = { id: saved.id };
      if (file === null && record?.isMedia) await api.delete('/quick-messages/{id}/media-upload', { path });
      if (file instanceof File) {
        const sent = { typeArch: 'quickMessage', file };
        await api.upload('/quick-messages/{id}/media-upload', { path, form: sent });
      }
      return saved;
    },
    // Also after a failure: the words may be stored although the file is not.
    onSettled: refresh,
  });
}

export function useDeleteQuickMessage() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/quick-messages/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
