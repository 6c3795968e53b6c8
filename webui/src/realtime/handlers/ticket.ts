import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { compareIso } from '@/lib/iso';
import { announceGiven } from '@/state/given';
import { announceTicket } from '@/state/ticketNews';
import type { TicketEvent } from '../events';
import type { Viewer } from '../membership';
import { upsertEpisode, withoutEpisode, type MessageData } from '../messagePages';
import { applyUnread, dropUnread } from '../unreadTickets';
import { patchTicket, removeTicket, upsertTicket } from '../ticketLists';
import type { Handler } from './handler';
import { changeLists } from './lists';

/** Lays the new state of a ticket over every place that shows it. */
export function applyTicket(client: QueryClient, ticket: Ticket, viewer: Viewer, hasMoved = false): void {
  changeLists(client, (data, filters) => upsertTicket(data, ticket, filters, viewer, hasMoved));
  applyUnread(client, ticket, viewer);
  announceTicket({ ticket });
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

function storeDeparture(client: QueryClient, ticketId: number): void {
  changeLists(client, (data) => removeTicket(data, ticketId));
  dropUnread(client, ticketId);
  announceTicket({ goneId: ticketId });
}

/** Whether a ticket that left this viewer's lists may still be read is asked anew. */
function askAgain(client: QueryClient, ticketId: number): void {
  const key = openTicketKey(client, ticketId);
  if (key) void client.invalidateQueries({ queryKey: key });
}

export function dropTicket(client: QueryClient, ticketId: number): void {
  storeDeparture(client, ticketId);
  askAgain(client, ticketId);
}

/** What was written in a deleted ticket is gone from the contact's other conversations too. */
const forgetTicket = (client: QueryClient, ticketId: number) =>
  client.setQueriesData<MessageData>({ queryKey: keys.allMessages }, (data) => data && withoutEpisode(data, ticketId));

export function markRead(client: QueryClient, ticketId: number): void {
  const read = (ticket: Ticket): Ticket => ({ ...ticket, unreadMessages: 0 });
  changeLists(client, (data) => ({ data: patchTicket(data, ticketId, read), isCountDoubtful: false }));
  dropUnread(client, ticketId);
  const key = openTicketKey(client, ticketId);
  if (key) client.setQueryData<Ticket>(key, (ticket) => (ticket ? read(ticket) : ticket));
}

/** The place of each ticket's last state among the events. */
function lastUpdates(events: readonly TicketEvent[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const [index, event] of events.entries()) if (event.action === 'update') last.set(event.ticket.id, index);
  return last;
}

type Departure = Extract<TicketEvent, { action: 'delete' }>;

/** The departures that no new state of the ticket follows. */
function departuresOf(events: readonly TicketEvent[]): Departure[] {
  const last = lastUpdates(events);
  return events.filter(
    (event, index): event is Departure => event.action === 'delete' && (last.get(event.ticketId) ?? -1) <= index,
  );
}

function storeTickets(client: QueryClient, events: readonly TicketEvent[], viewer: Viewer): void {
  const last = lastUpdates(events);
  const moved = new Set<number>();
  for (const [index, event] of events.entries()) {
    if (event.action === 'update') {
      const { id } = event.ticket;
      if (last.get(id) === index) applyTicket(client, event.ticket, viewer, moved.has(id));
    } else if (event.action === 'updateUnread') markRead(client, event.ticketId);
    else if ((last.get(event.ticketId) ?? -1) > index) moved.add(event.ticketId);
    else {
      storeDeparture(client, event.ticketId);
      if (event.removed) forgetTicket(client, event.ticketId);
    }
  }
}

/**
 * Events of one frame, in order. A departure that is followed by the ticket's new state is one move: the state alone
 * decides where the ticket stands.
 */
export const ticketHandler: Handler<readonly TicketEvent[]> = {
  store: storeTickets,
  stale: (events) => (departuresOf(events).some((event) => event.removed) ? [keys.allTicketNotes] : []),
  effects: (client, events) => {
    for (const { ticketId } of departuresOf(events)) askAgain(client, ticketId);
    for (const event of events) {
      if (event.action === 'update' && event.givenBy) {
        announceGiven({ ticket: event.ticket, by: event.givenBy, note: event.note });
      }
    }
  },
};
