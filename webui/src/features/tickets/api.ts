import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys, type TicketFilters } from '@/api/keys';
import type {
  Contact,
  FoundPage,
  MessagePage,
  NewContact,
  NewTicket,
  QuickMessage,
  Tag,
  TagDetails,
  Ticket,
  TicketChange,
  TicketPage,
  UnknownPage,
} from '@/api/types';
import { compactPage } from '@/realtime/compactPage';
import { listQuery } from '@/realtime/handlers/lists';
import type { MessageData } from '@/realtime/messagePages';
import { whenInChatRoom } from '@/realtime/rooms';

export const ticketListOptions = (filters: TicketFilters) =>
  infiniteQueryOptions({
    queryKey: keys.ticketList(filters),
    queryFn: ({ pageParam, signal }) =>
      api.get<TicketPage>('/tickets', {
        query: { ...listQuery(filters), pageNumber: 1, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    // A list that was not on the page has heard no events.
    refetchOnMount: 'always',
    gcTime: 60_000,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : undefined),
  });

export const ticketOptions = (uuid: string) =>
  queryOptions({
    queryKey: keys.ticket(uuid),
    queryFn: ({ signal }) => api.get<Ticket>(`/tickets/u/${encodeURIComponent(uuid)}`, { signal }),
    refetchOnMount: 'always',
  });

export const messagesOptions = (ticketId: number) =>
  infiniteQueryOptions({
    queryKey: keys.messages(ticketId),
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      if (pageParam === null) await whenInChatRoom(ticketId);
      const page = await api.get<MessagePage>(`/messages/${ticketId}`, { query: { before: pageParam }, signal });
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
      api.get<FoundPage>('/messages/search', { query: { searchParam: text, before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? page.messages.at(-1)?.id : undefined),
    staleTime: 30_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Messages whose sending nobody can know; events tell when to ask anew. */
export const unknownOptions = queryOptions({
  queryKey: keys.unknownMessages,
  queryFn: ({ signal }) => api.get<UnknownPage>('/messages/unknown', { query: { pageNumber: 1 }, signal }),
});

export const tagsOptions = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => api.get<Tag[]>('/tags/list', { signal }),
});

/** What the composer offers after a slash; events tell when to ask anew. */
export const quickMessagesOptions = queryOptions({
  queryKey: keys.quickMessageList,
  queryFn: ({ signal }) => api.get<QuickMessage[]>('/quick-messages/list', { signal }),
  // The links to their files end after some hours.
  staleTime: 30 * 60_000,
});

/** The contact that a link names, if it names one. */
export const contactOptions = (id: number | null) =>
  queryOptions({
    queryKey: keys.contact(id ?? 0),
    queryFn: ({ signal }) => api.get<Contact>(`/contacts/${id}`, { signal }),
    enabled: id !== null,
  });

export type { NewContact, NewTicket, TicketChange };

export const ticketCalls = {
  change: (id: number, change: TicketChange) => api.put<Ticket>(`/tickets/${id}`, change),
  create: (ticket: NewTicket) => api.post<Ticket>('/tickets', ticket),
  remove: (id: number) => api.delete<{ message: string }>(`/tickets/${id}`),
  markUnread: (id: number) => api.put<Ticket>(`/tickets/not-read/${id}`),
  setTags: (ticketId: number, ids: readonly number[]) =>
    api.post<Ticket>('/tags/sync', { ticketId, tags: ids.map((id) => ({ id })) }),
  createTag: (name: string) => api.post<TagDetails>('/tags', { name }),
};
