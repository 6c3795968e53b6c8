/** What the board knows of lanes and of the order of cards. Pure. */
import type { InfiniteData } from '@tanstack/react-query';
import type { CardMove, CardPage, Tag, Ticket } from '@/api/types';

export type BoardKind = 'tags' | 'queues';

/** A lane; `id` 0 is that of the tickets without a queue. */
export interface Lane {
  key: string;
  kind: BoardKind;
  id: number;
  name: string;
  color: string | null;
  /** Of a tag. */
  priority: number;
  /** The word under which lanes of tags are chosen together; empty for none. */
  category: string;
}

/** What of the lanes is shown. */
export interface BoardFilter {
  search: string;
  /** An attendant; 0 is nobody, null is everybody. */
  userId: number | null;
  /** A queue; 0 is none, null is all. */
  queueId: number | null;
}

/** A filter in one word, empty where it takes nothing away: so lanes are known by it. */
export const filterKey = ({ search, userId, queueId }: BoardFilter): string =>
  search === '' && userId === null && queueId === null ? '' : JSON.stringify([search, userId, queueId]);

export type LaneData = InfiniteData<CardPage>;

/** The result of news on one lane. `isMoved` asks for the lane anew: its totals, and what lies behind its loaded cards. */
export interface LaneChange {
  data: LaneData;
  isMoved: boolean;
}

/** What lies between two cards that nobody has moved; the server counts the same way. */
const STEP = 65_536;

export const laneKey = (kind: BoardKind, id: number) => `${kind}:${id}`;

export const tagLane = ({ id, name, color, priority, category }: Tag): Lane => ({
  key: laneKey('tags', id),
  kind: 'tags',
  id,
  name,
  color,
  priority,
  category,
});

/** A024: what a lane is chosen by; one without a category stands for itself. */
export const categoryOf = ({ category, name }: Lane) => (category === '' ? name : category);

/** The lanes of these categories, all of them where none is chosen. */
export const lanesOf = (lanes: readonly Lane[], categories: readonly string[]): readonly Lane[] =>
  categories.length === 0 ? lanes : lanes.filter((lane) => categories.includes(categoryOf(lane)));

/** Where a card stands in its lane: the newest on top until somebody moves it. */
export const placeOf = ({ crmOrder, id }: Pick<Ticket, 'crmOrder' | 'id'>) => crmOrder ?? -id * STEP;

const byPlace = (one: Ticket, other: Ticket) => placeOf(one) - placeOf(other) || one.id - other.id;

/** A place between two cards, before the server says which. */
export function placeBetween(above: Ticket | undefined, below: Ticket | undefined): number {
  if (above && below) return (placeOf(above) + placeOf(below)) / 2;
  if (below) return placeOf(below) - STEP / 2;
  if (above) return placeOf(above) + STEP / 2;
  return 0;
}

export const cardsOf = (data: LaneData | undefined): Ticket[] => {
  const seen = new Set<number>();
  // Pages are asked for one after the other: what moved meanwhile may come twice.
  return (data?.pages ?? []).flatMap((page) =>
    page.tickets.filter(({ id }) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    }),
  );
};

const isOfLane = (lane: Lane, ticket: Ticket) =>
  lane.kind === 'tags' ? ticket.tags.some(({ id }) => id === lane.id) : (ticket.queueId ?? 0) === lane.id;

const without = (data: LaneData, ticketId: number): LaneData => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, tickets: page.tickets.filter(({ id }) => id !== ticketId) })),
});

const withTotals = (data: LaneData, count: number, unread: number): LaneData => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    count: Math.max(0, page.count + count),
    unread: Math.max(0, page.unread + unread),
  })),
});

/** Puts the card where its place says; nothing changes when that lies behind the last loaded page. */
function insert(data: LaneData, ticket: Ticket): LaneData {
  const last = data.pages.length - 1;
  let isPlaced = false;
  const pages = data.pages.map((page, index) => {
    if (isPlaced) return page;
    const found = page.tickets.findIndex((other) => byPlace(ticket, other) < 0);
    if (found === -1 && !(index === last && !page.hasMore)) return page;
    isPlaced = true;
    return { ...page, tickets: page.tickets.toSpliced(found === -1 ? page.tickets.length : found, 0, ticket) };
  });
  return isPlaced ? { ...data, pages } : data;
}

/**
 * Lays the new state of a ticket over a lane: replaces, moves, adds or takes away its card. Done twice it changes nothing
 * more. `isSeen` says whether the viewer may see it; while something is searched or filtered only loaded cards change, and one
 * that went to another attendant or queue asks for the lane anew.
 */
export function applyToLane(
  data: LaneData,
  lane: Lane,
  ticket: Ticket,
  { isSeen, isSearching }: { isSeen: boolean; isSearching: boolean },
): LaneChange {
  const loaded = cardsOf(data).find(({ id }) => id === ticket.id);
  const isIn = isSeen && ticket.status !== 'closed' && isOfLane(lane, ticket);
  if (!loaded) {
    if (!isIn) return { data, isMoved: false };
    if (isSearching) return { data, isMoved: true };
    return { data: withTotals(insert(data, ticket), 1, ticket.unreadMessages), isMoved: true };
  }
  if (!isIn) return { data: withTotals(without(data, ticket.id), -1, -loaded.unreadMessages), isMoved: true };
  const unread = ticket.unreadMessages - loaded.unreadMessages;
  if (placeOf(loaded) !== placeOf(ticket)) {
    return { data: withTotals(insert(without(data, ticket.id), ticket), 0, unread), isMoved: true };
  }
  const pages = data.pages.map((page) => ({
    ...page,
    tickets: page.tickets.map((card) => (card.id === ticket.id ? ticket : card)),
  }));
  const isOther = loaded.userId !== ticket.userId || loaded.queueId !== ticket.queueId;
  return { data: withTotals({ ...data, pages }, 0, unread), isMoved: isSearching && isOther };
}

/** Takes away the card of a ticket that left what the viewer sees. */
export function dropFromLane(data: LaneData, ticketId: number): LaneChange {
  const loaded = cardsOf(data).find(({ id }) => id === ticketId);
  if (!loaded) return { data, isMoved: false };
  return { data: withTotals(without(data, ticketId), -1, -loaded.unreadMessages), isMoved: true };
}

export interface Drop {
  ticket: Ticket;
  from: Lane;
  to: Lane;
  above: Ticket | undefined;
  below: Ticket | undefined;
}

/** The ticket as it will be when the server has moved it. */
export function movedTicket({ ticket, from, to, above, below }: Drop): Ticket {
  const crmOrder = placeBetween(above, below);
  if (to.kind === 'queues') {
    const queue = to.id === 0 ? null : { id: to.id, name: to.name, color: to.color ?? '' };
    return { ...ticket, crmOrder, queueId: queue?.id ?? null, queue };
  }
  const tag = { id: to.id, name: to.name, color: to.color ?? '', priority: to.priority, category: to.category };
  const rest = ticket.tags.filter(({ id }) => id !== from.id && id !== to.id);
  return { ...ticket, crmOrder, tags: [...rest, tag].toSorted((one, other) => one.name.localeCompare(other.name)) };
}

/** What the server is told of a move. */
export function moveBody({ from, to, above }: Drop): CardMove {
  const afterTicketId = above?.id ?? null;
  if (to.kind === 'queues') return { queueId: to.id === 0 ? null : to.id, afterTicketId };
  return { tagId: to.id, fromTagId: from.id, afterTicketId };
}

/** A place in a lane: how many other cards stand above. */
export interface Spot {
  lane: string;
  index: number;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow =>
  key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';

/** The spot that an arrow leads to; `sizes` are the lanes in their order with their other cards. */
export function stepSpot(spot: Spot, arrow: Arrow, sizes: readonly { lane: string; size: number }[]): Spot {
  const at = sizes.findIndex(({ lane }) => lane === spot.lane);
  const here = sizes[at];
  if (!here) return spot;
  if (arrow === 'ArrowUp') return { ...spot, index: Math.max(0, spot.index - 1) };
  if (arrow === 'ArrowDown') return { ...spot, index: Math.min(here.size, spot.index + 1) };
  const next = sizes[arrow === 'ArrowLeft' ? at - 1 : at + 1];
  return next ? { lane: next.lane, index: Math.min(spot.index, next.size) } : spot;
}
