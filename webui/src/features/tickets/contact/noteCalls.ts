import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket } from '@/api/types';

/** Notes of all episodes of the contact that the viewer may see, newest first. */
export const notesOptions = (contactId: number) =>
  queryOptions({
    queryKey: pageKeys.ticketNotes(contactId),
    queryFn: ({ signal }) => api.get('/ticket-notes/list', { query: { contactId }, signal }),
    refetchOnMount: 'always',
  });

/** Every move changes the ticket, and with it the key: the list is asked anew. A closed one changes when it is rated. */
export const stepsOptions = ({ id, status, userId, queueId, whatsappId, updatedAt }: Ticket) =>
  queryOptions({
    queryKey: pageKeys.ticketSteps(
      id,
      [status, userId, queueId, whatsappId, status === 'closed' ? updatedAt : ''].join(),
    ),
    queryFn: ({ signal }) => api.get('/tickets/{id}/steps', { path: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // A ticket comes back to where it stood a moment ago, with more behind it.
    staleTime: 0,
    gcTime: 60_000,
  });

export const noteCalls = {
  saveInformations: (ticketId: number, informations: string) =>
    api.put('/tickets/{id}', { path: { id: ticketId }, body: { informations } }),
  add: (ticket: Ticket, note: string) =>
    api.post('/ticket-notes', {
      body: {
        note,
        ticketId: ticket.id,
        contactId: ticket.contactId,
      },
    }),
  remove: (id: number) => api.delete('/ticket-notes/{id}', { path: { id } }),
};
