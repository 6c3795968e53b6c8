import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Every tag of the company, to choose from. */
export const tagsOptions = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => api.get('/tags/list', { signal }),
});
