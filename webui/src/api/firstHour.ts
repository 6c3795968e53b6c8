import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Which steps of a company's first hour are done; for admins. */
export const firstHourOptions = queryOptions({
  queryKey: keys.firstHour,
  queryFn: ({ signal }) => api.get('/first-hour', { signal }),
});
