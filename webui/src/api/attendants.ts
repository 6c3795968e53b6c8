import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import type { Attendant } from './types';

/** Everybody who works here, by name. */
export const attendantsOptions = queryOptions({
  queryKey: keys.attendants,
  queryFn: ({ signal }) => api.get<Attendant[]>('/users/list', { signal }),
});
