import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { MessagePage } from '@/api/types';
import { mergeNewest, type MessageData } from './messagePages';

/**
 * Lays a freshly fetched newest page over a loaded conversation; the view does not move. An older page that is on its
 * way was asked for before and puts back what stood there then, so that the newest is laid once more behind it.
 */
export function layNewest(client: QueryClient, ticketId: number, fresh: MessagePage): void {
  const queryKey = keys.messages(ticketId);
  const lay = () => {
    client.setQueryData<MessageData>(queryKey, (data) => (data ? mergeNewest(data, fresh) : data));
  };
  lay();
  const query = client.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(lay).catch(() => undefined);
}
