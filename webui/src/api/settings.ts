import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** The company's settings; events tell when to ask anew. */
export const settingsOptions = queryOptions({
  queryKey: pageKeys.settings,
  queryFn: ({ signal }) => api.get('/settings', { signal }),
});
