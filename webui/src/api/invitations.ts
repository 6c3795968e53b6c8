import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** Those who are invited and have not come yet; for admins. */
export const invitationsOptions = queryOptions({
  queryKey: pageKeys.invitations,
  queryFn: ({ signal }) => api.get('/invitations', { signal }),
});
