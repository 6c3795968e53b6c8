import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import type { Contact, Ticket, TicketNote, TicketStep } from '@/api/types';

export const contactOptions = (id: number) =>
  queryOptions({
    queryKey: keys.contact(id),
    queryFn: ({ signal }) => api.get<Contact>(`/contacts/${id}`, { signal }),
    // Events of contacts are heard while the page is open; one that was closed asks again.
    refetchOnMount: 'always',
  });

/** Notes of all episodes of the contact that the viewer may see, newest first. */
export const notesOptions = (contactId: number) =>
  queryOptions({
    queryKey: keys.ticketNotes(contactId),
    queryFn: ({ signal }) => api.get<TicketNote[]>('/ticket-notes/list', { query: { contactId }, signal }),
    refetchOnMount: 'always',
  });

/** Every move changes the ticket, and with it the key: the list is asked anew. A closed one changes when it is rated. */
export const stepsOptions = ({ id, status, userId, queueId, whatsappId, updatedAt }: Ticket) =>
  queryOptions({
    queryKey: keys.ticketSteps(id, [status, userId, queueId, whatsappId, status === 'closed' ? updatedAt : ''].join()),
    queryFn: ({ signal }) => api.get<TicketStep[]>(`/tickets/${id}/steps`, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 60_000,
  });

export const noteCalls = {
  saveInformations: (ticketId: number, informations: string) =>
    api.put<Ticket>(`/tickets/${ticketId}`, { informations }),
  add: (ticket: Ticket, note: string) =>
    api.post<TicketNote>('/ticket-notes', {
      note,
      ticketId: ticket.id,
      contactId: ticket.contactId,
    }),
  remove: (id: number) => api.delete<unknown>(`/ticket-notes/${id}`),
};
