import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** Every tag of the company, to choose from. */
export const tagsOptions = queryOptions({
  queryKey: pageKeys.tags,
  queryFn: ({ signal }) => api.get('/tags/list', { signal }),
});
