import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';

/** The templates of a number: all for admins, those that may be sent for everybody else. */
export const templatesOptions = (connectionId: number) =>
  queryOptions({
    queryKey: pageKeys.templates(connectionId),
    queryFn: ({ signal }) => api.get('/whatsapp/{id}/templates', { path: { id: connectionId }, signal }),
  });
