import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import type { QuickMessage, QuickMessagePage } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import type { QuickMessageForm } from './model';

export const quickMessagePageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: keys.quickMessagePage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get<QuickMessagePage>('/quick-messages', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.quickMessages });
}

export interface Saving {
  form: QuickMessageForm;
  /** A new file, none in place of the one before, or what there is. */
  file: File | null | 'keep';
}

/** Words first, then the file: a record without its file can still be used and mended. */
export function useSaveQuickMessage(record: QuickMessage | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ form, file }: Saving) => {
      const saved = record
        ? await api.put<QuickMessage>(`/quick-messages/${record.id}`, form)
        : await api.post<QuickMessage>('/quick-messages', form);
      const path = `/quick-messages/${saved.id}/media-upload`;
      if (file === null && record?.isMedia) await api.delete<unknown>(path);
      if (file instanceof File) {
        const body = new FormData();
        body.append('typeArch', 'quickMessage');
        body.append('file', file, file.name);
        await api.upload<unknown>(path, body);
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
    mutationFn: (id: number) => api.delete<unknown>(`/quick-messages/${id}`),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
