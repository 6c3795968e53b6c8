import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** Everybody who works here, by name. */
export const attendantsOptions = queryOptions({
  queryKey: pageKeys.attendants,
  queryFn: ({ signal }) => api.get('/users/list', { signal }),
});
