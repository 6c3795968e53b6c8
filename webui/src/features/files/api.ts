import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { FileList } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { optionsOf, uploadsOf, type FileListForm } from './model';

export const filePageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.filePage(searchParam),
    queryFn: ({ pageParam, signal }) => api.get('/files', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.files });
}

/** The list first, then the files: one without its files can be mended. */
export function useSaveFileList(record: FileList | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (form: FileListForm) => {
      const options = optionsOf(form);
      const body = { name: form.name, message: form.message, options: options.map((each) => each.body) };
      const saved = record
        ? await api.put('/files/{id}', { path: { id: record.id }, body })
        : await api.post('/files', { body });
      const files = options.map((each) => each.file);
      for (const part of uploadsOf(saved, files)) {
        const sent = { fileId: String(saved.id), typeArch: 'fileList', ...part };
        // One after the other: a company may send only so much at once.
        // eslint-disable-next-line no-await-in-loop
        await api.upload('/files/uploadList/{id}', { path: { id: saved.id }, form: sent });
      }
      return saved;
    },
    // Also after a failure: the list may be stored although a file is not.
    onSettled: refresh,
  });
}

export function useDeleteFileList() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/files/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
