import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** The company's numbers, without what only their own page needs. */
export const connectionsOptions = queryOptions({
  queryKey: keys.connections,
  queryFn: ({ signal }) => api.get('/whatsapp', { query: { session: 0 }, signal }),
});
