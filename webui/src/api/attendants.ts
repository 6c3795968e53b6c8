import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Everybody who works here, by name. */
export const attendantsOptions = queryOptions({
  queryKey: keys.attendants,
  queryFn: ({ signal }) => api.get('/users/list', { signal }),
});
