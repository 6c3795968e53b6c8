import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys, type TicketFilters } from '@/api/keys';
import type { NewContact, NewTicket, TicketChange } from '@/api/types';
import { compactPage } from '@/realtime/compactPage';
import { listQuery } from '@/realtime/handlers/lists';
import type { MessageData } from '@/realtime/messagePages';
import { whenInChatRoom } from '@/realtime/rooms';

export const ticketListOptions = (filters: TicketFilters) =>
  infiniteQueryOptions({
    queryKey: keys.ticketList(filters),
    queryFn: ({ pageParam, signal }) =>
      api.get('/tickets', { query: { ...listQuery(filters), pageNumber: 1, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    // A list that was not on the page has heard no events.
    refetchOnMount: 'always',
    gcTime: 60_000,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : undefined),
  });

export const ticketOptions = (uuid: string) =>
  queryOptions({
    queryKey: keys.ticket(uuid),
    queryFn: ({ signal }) => api.get('/tickets/u/{uuid}', { path: { uuid }, signal }),
    refetchOnMount: 'always',
  });

export const messagesOptions = (ticketId: number) =>
  infiniteQueryOptions({
    queryKey: keys.messages(ticketId),
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      if (pageParam === null) await whenInChatRoom(ticketId);
      const page = await api.get('/messages/{id}', { path: { id: ticketId }, query: { before: pageParam }, signal });
      return compactPage(page, client.getQueryData<MessageData>(queryKey)?.pages[0]);
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? page.messages[0]?.id : undefined),
  });

/** Messages by their words; nothing tells of new ones, so a shown search is soon asked again. */
export const messageHitsOptions = (text: string) =>
  infiniteQueryOptions({
    queryKey: keys.messageHits(text),
    queryFn: ({ pageParam, signal }) =>
      api.get('/messages/search', { query: { searchParam: text, before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? page.messages.at(-1)?.id : undefined),
    staleTime: 30_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Messages whose sending nobody can know; events tell when to ask anew. */
export const unknownOptions = queryOptions({
  queryKey: keys.unknownMessages,
  queryFn: ({ signal }) => api.get('/messages/unknown', { query: { pageNumber: 1 }, signal }),
});

/** What the composer offers after a slash; events tell when to ask anew. */
export const quickMessagesOptions = queryOptions({
  queryKey: keys.quickMessageList,
  queryFn: ({ signal }) => api.get('/quick-messages/list', { signal }),
  // The links to their files end after some hours.
  staleTime: 30 * 60_000,
});

export type { NewContact, NewTicket, TicketChange };

export const ticketCalls = {
  change: (id: number, change: TicketChange) => api.put('/tickets/{id}', { path: { id }, body: change }),
  create: (ticket: NewTicket) => api.post('/tickets', { body: ticket }),
  remove: (id: number) => api.delete('/tickets/{id}', { path: { id } }),
  markUnread: (id: number) => api.put('/tickets/not-read/{id}', { path: { id } }),
  setTags: (ticketId: number, ids: readonly number[]) =>
    api.post('/tags/sync', { body: { ticketId, tags: ids.map((id) => ({ id })) } }),
  createTag: (name: string) => api.post('/tags', { body: { name } }),
};
