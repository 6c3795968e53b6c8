import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import type { Connection } from './types';

/** The company's numbers, without what only their own page needs. */
export const connectionsOptions = queryOptions({
  queryKey: keys.connections,
  queryFn: ({ signal }) => api.get<Connection[]>('/whatsapp', { query: { session: 0 }, signal }),
});
