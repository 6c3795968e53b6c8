import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import type { SavedFilter } from '@/api/types';

export const savedFiltersOptions = queryOptions({
  queryKey: keys.savedFilters,
  queryFn: ({ signal }) => api.get<SavedFilter[]>('/saved-filters', { signal }),
});

export const savedFilterCalls = {
  /** A filter of the same name is replaced. */
  save: (name: string, view: string) => api.post<SavedFilter>('/saved-filters', { name, view }),
  remove: (id: number) => api.delete<unknown>(`/saved-filters/${id}`),
};
