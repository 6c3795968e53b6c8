import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** The company's settings; events tell when to ask anew. */
export const settingsOptions = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => api.get('/settings', { signal }),
});
