import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { saveAs, saveTable } from '@/lib/saveAs';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';

export const contactListOptions = (searchParam: string, { from, to }: { from: string; to: string }) =>
  infiniteQueryOptions({
    queryKey: pageKeys.contactList(searchParam, from, to),
    queryFn: ({ pageParam, signal }) => {
      const days = { dateStart: from || undefined, dateEnd: to || undefined };
      return api.get('/contacts', { query: { searchParam, pageNumber: pageParam, ...days }, signal });
    },
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

const showError = (error: unknown) => toast.error(errorText(error));

export const useDeleteContact = () =>
  useMutation({ mutationFn: (id: number) => api.delete('/contacts/{id}', { path: { id } }), onError: showError });

export const useBlockContact = () =>
  useMutation({
    mutationFn: ({ id, blocked }: { id: number; blocked: boolean }) =>
      api.put('/contacts/{id}', { path: { id }, body: { blocked } }),
    onError: showError,
  });

export const useMergeContacts = () =>
  useMutation({
    mutationFn: ({ kept, gone }: { kept: number; gone: number }) =>
      api.post('/contacts/{id}/merge', { path: { id: kept }, body: { contactId: gone } }),
  });

export const usePreviewImport = () =>
  useMutation({ mutationFn: (file: File) => api.upload('/contacts/import/preview', { form: { file } }) });

export const useImport = () =>
  useMutation({ mutationFn: (file: File) => api.upload('/contacts/import', { form: { file } }) });

export const useExport = () =>
  useMutation({
    mutationFn: async (searchParam: string) => {
      const text = await api.get('/contacts/export', { query: { searchParam } });
      saveTable('contatos.csv', text);
    },
    onError: showError,
  });

/** LGPD: everything that is kept of one person. */
export const useDownloadData = () =>
  useMutation({
    mutationFn: async (id: number) => {
      const data: unknown = await api.get('/contacts/{id}/data', { path: { id } });
      // a single line has been read as JSON
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      saveAs(`contato-${id}.jsonl`, [text], 'application/jsonl');
    },
    onError: showError,
  });

export const useEraseContact = () =>
  useMutation({ mutationFn: (id: number) => api.delete('/contacts/{id}/data', { path: { id } }), onError: showError });
