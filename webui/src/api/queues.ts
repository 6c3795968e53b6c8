import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** The company's queues in the order of the bot's menu. */
export const queuesOptions = queryOptions({
  queryKey: keys.queues,
  queryFn: ({ signal }) => api.get('/queue', { signal }),
});
