import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { Ticket } from '../../api/types';
import { compareIso } from '../../lib/iso';
import type { TicketEvent } from '../events';
import type { Viewer } from '../membership';
import { upsertEpisode, withoutEpisode, type MessageData } from '../messagePages';
import { applyUnread, dropUnread } from '../unreadTickets';
import { patchTicket, removeTicket, upsertTicket } from '../ticketLists';
import { changeLists } from './lists';

/** Lays the new state of a ticket over every place that shows it. */
export function applyTicket(client: QueryClient, ticket: Ticket, viewer: Viewer, hasMoved = false): void {
  changeLists(client, (data, filters) => upsertTicket(data, ticket, filters, viewer, hasMoved));
  applyUnread(client, ticket, viewer);
  client.setQueryData<Ticket>(keys.ticket(ticket.uuid), (known) =>
    known && compareIso(known.updatedAt, ticket.updatedAt) <= 0 ? ticket : known,
  );
  for (const [key, data] of client.getQueriesData<MessageData>({ queryKey: keys.allMessages })) {
    if (!data) continue;
    const next = upsertEpisode(data, ticket);
    if (next !== data) client.setQueryData(key, next);
  }
}

function openTicketKey(client: QueryClient, ticketId: number) {
  const found = client
    .getQueriesData<Ticket>({ queryKey: keys.openTickets })
    .find(([, ticket]) => ticket?.id === ticketId);
  return found?.[0];
}

/** The ticket left this viewer's lists. Whether it may still be read is asked anew. */
export function dropTicket(client: QueryClient, ticketId: number): void {
  changeLists(client, (data) => removeTicket(data, ticketId));
  dropUnread(client, ticketId);
  const key = openTicketKey(client, ticketId);
  if (key) void client.invalidateQueries({ queryKey: key });
}

/** What was written in a deleted ticket is gone from the contact's other conversations too. */
function forgetTicket(client: QueryClient, ticketId: number): void {
  client.setQueriesData<MessageData>({ queryKey: keys.allMessages }, (data) => data && withoutEpisode(data, ticketId));
  void client.invalidateQueries({ queryKey: keys.allTicketNotes });
}

export function markRead(client: QueryClient, ticketId: number): void {
  const read = (ticket: Ticket): Ticket => ({ ...ticket, unreadMessages: 0 });
  changeLists(client, (data) => ({ data: patchTicket(data, ticketId, read), isCountDoubtful: false }));
  dropUnread(client, ticketId);
  const key = openTicketKey(client, ticketId);
  if (key) client.setQueryData<Ticket>(key, (ticket) => (ticket ? read(ticket) : ticket));
}

/**
 * Events of one frame, in order. A departure that is followed by the ticket's new state is one move: the state alone
 * decides where the ticket stands.
 */
export function handleTicketEvents(client: QueryClient, events: readonly TicketEvent[], viewer: Viewer): void {
  const lastUpdate = new Map<number, number>();
  for (const [index, event] of events.entries()) {
    if (event.action === 'update') lastUpdate.set(event.ticket.id, index);
  }
  const moved = new Set<number>();
  for (const [index, event] of events.entries()) {
    if (event.action === 'update') {
      const { id } = event.ticket;
      if (lastUpdate.get(id) === index) applyTicket(client, event.ticket, viewer, moved.has(id));
    } else if (event.action === 'updateUnread') markRead(client, event.ticketId);
    else if ((lastUpdate.get(event.ticketId) ?? -1) > index) moved.add(event.ticketId);
    else {
      dropTicket(client, event.ticketId);
      if (event.removed) forgetTicket(client, event.ticketId);
    }
  }
}
