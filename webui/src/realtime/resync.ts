import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { layNewest } from './layNewest';

/** Fetches the newest messages of a loaded conversation and lays them over it; the view does not move. */
async function catchUp(client: QueryClient, ticketId: number): Promise<void> {
  const fresh = await api.get('/messages/{id}', { path: { id: ticketId } });
  layNewest(client, ticketId, fresh);
}

const isConversation = (key: QueryKey) => key[0] === keys.allMessages[0];

/**
 * The gap could not be told event by event: everything on screen is asked anew, all else when it is next shown.
 * Conversations catch up.
 */
export async function resync(client: QueryClient): Promise<void> {
  const cache = client.getQueryCache();
  const conversations = cache.findAll({ queryKey: keys.allMessages });
  const refreshed = client.invalidateQueries({
    predicate: (query) => !isConversation(query.queryKey) && query.queryKey[0] !== 'outgoing',
  });
  for (const query of conversations) if (!query.isActive()) client.removeQueries({ queryKey: query.queryKey });
  const open = conversations.filter((query) => query.isActive()).map((query) => Number(query.queryKey[1]));
  await Promise.allSettled([refreshed, ...open.map((ticketId) => catchUp(client, ticketId))]);
}
