import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';

export const savedFiltersOptions = queryOptions({
  queryKey: pageKeys.savedFilters,
  queryFn: ({ signal }) => api.get('/saved-filters', { signal }),
});

export const savedFilterCalls = {
  /** A filter of the same name is replaced. */
  save: (name: string, view: string) => api.post('/saved-filters', { body: { name, view } }),
  remove: (id: number) => api.delete('/saved-filters/{id}', { path: { id } }),
};
