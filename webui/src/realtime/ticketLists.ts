import type { InfiniteData } from '@tanstack/react-query';
import type { TicketFilters } from '@/api/keys';
import type { Ticket, TicketPage } from '@/api/types';
import { compareIso } from '@/lib/iso';
import { belongs, type Viewer } from './membership';

export type TicketListData = InfiniteData<TicketPage>;

/** The result of one event on one list. `isCountDoubtful` asks for the number anew: the ticket was never loaded. */
export interface ListChange {
  data: TicketListData;
  isCountDoubtful: boolean;
}

/** Last changed first, as the server pages them. */
export const byRecency = (a: Ticket, b: Ticket) => compareIso(b.updatedAt, a.updatedAt) || b.id - a.id;

const RANKS = { low: 0, none: 1, high: 2, urgent: 3 } as const;
/** A node of the release before says no priority. */
const rankOf = ({ priority }: Partial<Pick<Ticket, 'priority'>>) => RANKS[priority ?? 'none'];
const byRank = (a: Ticket, b: Ticket) => rankOf(b) - rankOf(a) || byRecency(a, b);

const withCount = (data: TicketListData, delta: number): TicketListData => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, count: Math.max(0, page.count + delta) })),
});

const without = (data: TicketListData, id: number): TicketListData => ({
  ...data,
  pages: data.pages.map((page) =>
    page.tickets.some((ticket) => ticket.id === id)
      ? { ...page, tickets: page.tickets.filter((ticket) => ticket.id !== id) }
      : page,
  ),
});

const find = (data: TicketListData, id: number) =>
  data.pages.flatMap((page) => page.tickets).find((ticket) => ticket.id === id);

const isComplete = (data: TicketListData) => data.pages.at(-1)?.hasMore !== true;

/** Puts the ticket where its time says; null when that place lies behind the last loaded page. */
function insert(data: TicketListData, ticket: Ticket, { byPriority }: TicketFilters): TicketListData | null {
  const compare = byPriority ? byRank : byRecency;
  const last = data.pages.length - 1;
  let isPlaced = false;
  const pages = data.pages.map((page, index) => {
    if (isPlaced) return page;
    const found = page.tickets.findIndex((other) => compare(ticket, other) < 0);
    const isEnd = found === -1;
    if (isEnd && !(index === last && !page.hasMore)) return page;
    isPlaced = true;
    return { ...page, tickets: page.tickets.toSpliced(isEnd ? page.tickets.length : found, 0, ticket) };
  });
  return isPlaced ? { ...data, pages } : null;
}

const unchanged = (data: TicketListData): ListChange => ({ data, isCountDoubtful: false });

/**
 * Applies the new state of a ticket to one list: replaces, moves, adds or removes it and keeps the count. The same
 * event applied twice changes nothing; a state older than the loaded one is ignored. `hasMoved` says that the event
 * came together with a departure, so that a ticket that was never loaded may have been counted here.
 */
export function upsertTicket(
  data: TicketListData,
  ticket: Ticket,
  filters: TicketFilters,
  viewer: Viewer,
  hasMoved = false,
): ListChange {
  const loaded = find(data, ticket.id);
  if (loaded && compareIso(loaded.updatedAt, ticket.updatedAt) > 0) return unchanged(data);
  const membership = belongs(ticket, filters, viewer);
  if (loaded) {
    if (membership === 'out') return unchanged(withCount(without(data, ticket.id), -1));
    const rest = without(data, ticket.id);
    return unchanged(insert(rest, ticket, filters) ?? rest);
  }
  if (membership !== 'in') return { data, isCountDoubtful: hasMoved && membership === 'out' && !isComplete(data) };
  if (isComplete(data)) return unchanged(withCount(insert(data, ticket, filters) ?? data, 1));
  return { data: insert(data, ticket, filters) ?? data, isCountDoubtful: true };
}

/** Takes a ticket out of a list that it left, or that was deleted. */
export function removeTicket(data: TicketListData, ticketId: number): ListChange {
  if (find(data, ticketId)) return unchanged(withCount(without(data, ticketId), -1));
  return { data, isCountDoubtful: !isComplete(data) };
}

/** Changes a loaded ticket in place, without moving it. */
export function patchTicket(
  data: TicketListData,
  ticketId: number,
  change: (ticket: Ticket) => Ticket,
): TicketListData {
  if (!find(data, ticketId)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      tickets: page.tickets.map((ticket) => (ticket.id === ticketId ? change(ticket) : ticket)),
    })),
  };
}
