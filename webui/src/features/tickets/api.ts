import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { keys, type TicketFilters } from '../../api/keys';
import type {
  Attendant,
  Connection,
  Contact,
  ContactPage,
  MessagePage,
  NewContact,
  NewTicket,
  Queue,
  Tag,
  Ticket,
  TicketChange,
  TicketPage,
} from '../../api/types';
import { listQuery } from '../../realtime/handlers/lists';
import { whenInChatRoom } from '../../realtime/rooms';

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
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam === null) await whenInChatRoom(ticketId);
      return api.get<MessagePage>(`/messages/${ticketId}`, { query: { before: pageParam }, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? page.messages[0]?.id : undefined),
  });

export const queuesOptions = queryOptions({
  queryKey: keys.queues,
  queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }),
});

export const attendantsOptions = queryOptions({
  queryKey: keys.attendants,
  queryFn: ({ signal }) => api.get<Attendant[]>('/users/list', { signal }),
});

export const tagsOptions = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => api.get<Tag[]>('/tags/list', { signal }),
});

export const connectionsOptions = queryOptions({
  queryKey: keys.connections,
  queryFn: ({ signal }) => api.get<Connection[]>('/whatsapp', { query: { session: 0 }, signal }),
});

/** S077: the search for a contact begins at the third character. */
export const MIN_SEARCH = 3;

export const contactsOptions = (text: string) =>
  queryOptions({
    queryKey: keys.contacts(text),
    queryFn: ({ signal }) => api.get<ContactPage>('/contacts', { query: { searchParam: text, pageNumber: 1 }, signal }),
    enabled: text.length >= MIN_SEARCH,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

export type { NewContact, NewTicket, TicketChange };

export const ticketCalls = {
  change: (id: number, change: TicketChange) => api.put<Ticket>(`/tickets/${id}`, change),
  create: (ticket: NewTicket) => api.post<Ticket>('/tickets', ticket),
  remove: (id: number) => api.delete<{ message: string }>(`/tickets/${id}`),
  markUnread: (id: number) => api.put<Ticket>(`/tickets/not-read/${id}`),
  createContact: (contact: NewContact) => api.post<Contact>('/contacts', contact),
};
