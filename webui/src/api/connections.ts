import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** The company's numbers, without what only their own page needs. */
export const connectionsOptions = queryOptions({
  queryKey: keys.connections,
  queryFn: ({ signal }) => api.get('/whatsapp', { query: { session: 0 }, signal }),
});

const HEALTH_EVERY_MS = 15_000;

/** How the numbers have been; for those who look after them. */
export const healthOptions = queryOptions({
  queryKey: keys.connectionHealth,
  queryFn: ({ signal }) => api.get('/whatsapp/health', { signal }),
  refetchInterval: HEALTH_EVERY_MS,
});
