/** What super users do with announcements. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Announcement } from '@/api/types';
import { errorText } from '@/i18n';
import type { FileChange } from '@/ui/FileField';
import { toast } from '@/ui/toast';
import { toBody, type AnnouncementForm } from './form';

export const announcementPageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.announcementPage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/announcements', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const companyNamesOptions = queryOptions({
  queryKey: pageKeys.companyNames,
  queryFn: ({ signal }) => api.get('/companies/list', { signal }),
});

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.announcements });
}

interface Saving {
  form: AnnouncementForm;
  file: FileChange;
}

/** Words first, then the picture: a record without its picture can still be read and mended. */
export function useSaveAnnouncement(record: Announcement | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ form, file }: Saving) => {
      const body = toBody(form);
      const saved = record
        ? await api.put('/announcements/{id}', { path: { id: record.id }, body })
        : await api.post('/announcements', { body });
      const path = { id: saved.id };
      if (file === null && record?.mediaName) await api.delete('/announcements/{id}/media-upload', { path });
      if (file instanceof File) await api.upload('/announcements/{id}/media-upload', { path, form: { file } });
      return saved;
    },
    // Also after a failure: the words may be stored although the picture is not.
    onSettled: refresh,
  });
}

export function useDeleteAnnouncement() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/announcements/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
