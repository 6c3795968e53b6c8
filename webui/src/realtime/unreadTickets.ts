import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { compareIso } from '@/lib/iso';
import type { Viewer } from './membership';
import { seesTicket } from './membership';

/** S021 S086: unread and still alive; the viewer's own, and with `allTicket` also what waits in a queue that he may see. */
export function isForBell(ticket: Ticket, viewer: Viewer): boolean {
  if (ticket.unreadMessages <= 0 || ticket.status === 'closed') return false;
  if (ticket.userId === viewer.id) return true;
  return viewer.seesUnqueued && ticket.status === 'pending' && seesTicket(ticket, viewer);
}

/** Newest first; an event older than what is known changes nothing. */
export function upsertUnread(list: readonly Ticket[], ticket: Ticket, viewer: Viewer): Ticket[] {
  const known = list.find((each) => each.id === ticket.id);
  if (known && compareIso(known.updatedAt, ticket.updatedAt) > 0) return [...list];
  const others = list.filter((each) => each.id !== ticket.id);
  if (!isForBell(ticket, viewer)) return others;
  return [ticket, ...others].toSorted((a, b) => compareIso(b.updatedAt, a.updatedAt));
}

export function applyUnread(client: QueryClient, ticket: Ticket, viewer: Viewer): void {
  client.setQueryData<Ticket[]>(keys.notifications, (list) => list && upsertUnread(list, ticket, viewer));
}

export function dropUnread(client: QueryClient, ticketId: number): void {
  client.setQueryData<Ticket[]>(keys.notifications, (list) => list?.filter((each) => each.id !== ticketId));
}
