import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** S077: the search for a contact begins at the third character. */
export const MIN_SEARCH = 3;

/** The contacts that a text finds, to choose one of them. */
export const contactSearchOptions = (text: string, minimum = MIN_SEARCH) =>
  queryOptions({
    queryKey: pageKeys.contacts(text),
    queryFn: ({ signal }) => api.get('/contacts', { query: { searchParam: text, pageNumber: 1 }, signal }),
    enabled: text.length >= minimum,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
