import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Those who are invited and have not come yet; for admins. */
export const invitationsOptions = queryOptions({
  queryKey: keys.invitations,
  queryFn: ({ signal }) => api.get('/invitations', { signal }),
});
