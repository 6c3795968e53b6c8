import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** A104: every help video by title; the socket tells when they change. */
export const helpsOptions = queryOptions({
  queryKey: pageKeys.helps,
  queryFn: ({ signal }) => api.get('/helps/list', { signal }),
});
