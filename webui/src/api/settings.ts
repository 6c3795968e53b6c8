import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import type { Setting } from './types';

/** The company's settings; events tell when to ask anew. */
export const settingsOptions = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => api.get<Setting[]>('/settings', { signal }),
});
