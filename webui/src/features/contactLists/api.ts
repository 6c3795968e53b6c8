import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { ContactList, ContactListItem } from '@/api/types';
import { errorText } from '@/i18n';
import { saveTable } from '@/lib/saveAs';
import { toast } from '@/ui/toast';
import { newListBody, SAMPLE, type ItemForm, type ListForm } from './model';

export const listPageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.mailingListPage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/contact-lists', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const itemPageOptions = (id: number, searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.mailingListItemPage(id, searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/contact-list-items', { query: { contactListId: id, searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

const showError = (error: unknown) => toast.error(errorText(error));

function useRefresh(...stale: QueryKey[]) {
  const client = useQueryClient();
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useSaveList(record: ContactList | null) {
  return useMutation({
    mutationFn: (form: ListForm) => {
      if (record) return api.put('/contact-lists/{id}', { path: { id: record.id }, body: { name: form.name } });
      return api.post('/contact-lists', { body: newListBody(form) });
    },
    onSettled: useRefresh(pageKeys.mailingLists),
  });
}

export const useDeleteList = () =>
  useMutation({
    mutationFn: (id: number) => api.delete('/contact-lists/{id}', { path: { id } }),
    onError: showError,
    onSettled: useRefresh(pageKeys.mailingLists),
  });

export function useSaveItem(listId: number, record: ContactListItem | null) {
  return useMutation({
    mutationFn: (body: ItemForm) =>
      record
        ? api.put('/contact-list-items/{id}', { path: { id: record.id }, body })
        : api.post('/contact-list-items', { body: { ...body, contactListId: listId } }),
    onSettled: useRefresh(pageKeys.mailingListItems(listId), pageKeys.mailingLists),
  });
}

export const useDeleteItem = (listId: number) =>
  useMutation({
    mutationFn: (id: number) => api.delete('/contact-list-items/{id}', { path: { id } }),
    onError: showError,
    onSettled: useRefresh(pageKeys.mailingListItems(listId), pageKeys.mailingLists),
  });

export const usePreviewListImport = (id: number) =>
  useMutation({
    mutationFn: (file: File) => api.upload('/contact-lists/{id}/upload/preview', { path: { id }, form: { file } }),
  });

export const useListImport = (id: number) =>
  useMutation({
    mutationFn: (file: File) => api.upload('/contact-lists/{id}/upload', { path: { id }, form: { file } }),
    // Also after a failure: some pieces may be stored.
    onSettled: useRefresh(pageKeys.mailingListItems(id), pageKeys.mailingLists),
  });

export const saveSample = () => saveTable('exemplo-lista.csv', SAMPLE);

export const useExportList = () =>
  useMutation({
    mutationFn: async (id: number) => {
      const text = await api.get('/contact-lists/{id}/export', { path: { id } });
      saveTable(`lista-${id}.csv`, text);
    },
    onError: showError,
  });
