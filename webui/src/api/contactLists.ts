/** A contact list with how many of its numbers may be written to. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

export const listOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.mailingList(id),
    queryFn: ({ signal }) => api.get('/contact-lists/{id}', { path: { id }, signal }),
    refetchOnMount: 'always',
  });
