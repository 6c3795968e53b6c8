import { describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import {
  applyToLane,
  cardsOf,
  categoryOf,
  dropFromLane,
  lanesOf,
  moveBody,
  movedTicket,
  placeBetween,
  placeOf,
  stepSpot,
  tagLane,
} from './model';
import type { LaneData } from './model';
import type { Ticket } from '@/api/types';

const NEW = tagLane({ id: 1, name: 'Novo', color: '#111111', priority: 1, category: '' });
const OFFER = tagLane({ id: 2, name: 'Orçamento', color: '#222222', priority: 2, category: '' });
const QUEUE = {
  key: 'queues:7',
  kind: 'queues',
  id: 7,
  name: 'Vendas',
  color: '#333333',
  priority: 0,
  category: '',
} as const;
const NONE = { ...QUEUE, key: 'queues:0', id: 0, name: 'Sem fila' };
const SEEN = { isSeen: true, isSearching: false };

const ticketOf = (id: number, part: Partial<Ticket> = {}) => makeTicket({ id, ...part });
const inNew = (id: number, part: Partial<Ticket> = {}) =>
  ticketOf(id, { tags: [{ id: 1, name: 'Novo', color: '#111111', priority: 1, category: '' }], ...part });

const lane = (tickets: Ticket[], hasMore = false): LaneData => ({
  pages: [{ tickets, count: tickets.length, unread: 0, hasMore }],
  pageParams: [1],
});
const ids = (data: LaneData) => cardsOf(data).map(({ id }) => id);

// spec: A024 A034
it('shows the lanes of the chosen categories; a lane without one is chosen by its name', () => {
  const [sold, paid] = [
    { ...OFFER, key: 'tags:8', category: 'Vendas' },
    { ...OFFER, key: 'tags:9', name: 'Pago', category: 'Vendas' },
  ];
  const all = [NEW, sold, paid];
  expect(all.map(categoryOf)).toEqual(['Novo', 'Vendas', 'Vendas']);
  expect(lanesOf(all, [])).toEqual(all);
  expect(lanesOf(all, ['Vendas'])).toEqual([sold, paid]);
  expect(lanesOf(all, ['Novo', 'Vendas'])).toEqual(all);
});

// spec: A046 A072
describe('the order of cards', () => {
  it('has the newest on top until one is moved', () => {
    expect(placeOf(inNew(3))).toBeLessThan(placeOf(inNew(2)));
    expect(placeOf(inNew(3, { crmOrder: 5 }))).toBe(5);
    const [a, b] = [inNew(9), inNew(8)];
    expect(placeBetween(a, b)).toBeGreaterThan(placeOf(a));
    expect(placeBetween(a, b)).toBeLessThan(placeOf(b));
    expect(placeBetween(undefined, a)).toBeLessThan(placeOf(a));
    // the next new ticket stands above what was put on top
    expect(placeBetween(undefined, a)).toBeGreaterThan(placeOf(inNew(10)));
    expect(placeBetween(b, undefined)).toBeGreaterThan(placeOf(b));
  });
});

describe('news of a ticket', () => {
  it('puts, replaces, moves and takes away a card, and twice is once', () => {
    const data = lane([inNew(3), inNew(1)]);
    const added = applyToLane(data, NEW, inNew(2), SEEN);
    expect([ids(added.data), added.isMoved, added.data.pages[0]?.count]).toEqual([[3, 2, 1], true, 3]);
    expect(applyToLane(added.data, NEW, inNew(2), SEEN)).toEqual({ data: added.data, isMoved: false });
    const said = applyToLane(added.data, NEW, inNew(2, { unreadMessages: 4 }), SEEN);
    expect([ids(said.data), said.isMoved, said.data.pages[0]?.unread]).toEqual([[3, 2, 1], false, 4]);
    const moved = applyToLane(said.data, NEW, inNew(2, { crmOrder: 0, unreadMessages: 4 }), SEEN);
    expect(ids(moved.data)).toEqual([3, 1, 2]);
    const left = applyToLane(moved.data, NEW, ticketOf(2), SEEN);
    expect([ids(left.data), left.data.pages[0]?.count, left.data.pages[0]?.unread]).toEqual([[3, 1], 2, 0]);
    expect(ids(applyToLane(moved.data, NEW, inNew(2, { status: 'closed' }), SEEN).data)).toEqual([3, 1]);
    expect(ids(applyToLane(moved.data, NEW, inNew(2), { ...SEEN, isSeen: false }).data)).toEqual([3, 1]);
    expect(ids(dropFromLane(moved.data, 2).data)).toEqual([3, 1]);
    expect(dropFromLane(data, 99)).toEqual({ data, isMoved: false });
  });

  it('asks for the lane where only the server can tell', () => {
    const data = lane([inNew(3)], true);
    const behind = applyToLane(data, NEW, inNew(1), SEEN);
    expect([ids(behind.data), behind.isMoved]).toEqual([[3], true]);
    const searched = applyToLane(data, NEW, inNew(9), { isSeen: true, isSearching: true });
    expect([ids(searched.data), searched.isMoved]).toEqual([[3], true]);
  });
});

// spec: A072
describe('a move', () => {
  it('changes the tag of the lane and keeps others', () => {
    const vip = { id: 5, name: 'VIP', color: '#555555', priority: 0, category: '' };
    const ticket = inNew(2, { tags: [...inNew(2).tags, vip] });
    const drop = { ticket, from: NEW, to: OFFER, above: inNew(9), below: undefined };
    expect(movedTicket(drop).tags.map(({ name }) => name)).toEqual(['Orçamento', 'VIP']);
    expect(moveBody(drop)).toEqual({ tagId: 2, fromTagId: 1, afterTicketId: 9 });
  });

  it('changes the queue, also to none', () => {
    const drop = { ticket: ticketOf(2), from: NONE, to: QUEUE, above: undefined, below: undefined };
    expect(movedTicket(drop).queueId).toBe(7);
    expect(moveBody(drop)).toEqual({ queueId: 7, afterTicketId: null });
    expect(movedTicket({ ...drop, to: NONE }).queueId).toBeNull();
    expect(moveBody({ ...drop, to: NONE }).queueId).toBeNull();
  });

  it('goes by arrows and stops at the edges', () => {
    const sizes = [
      { lane: 'a', size: 2 },
      { lane: 'b', size: 0 },
    ];
    expect(stepSpot({ lane: 'a', index: 0 }, 'ArrowUp', sizes)).toEqual({ lane: 'a', index: 0 });
    expect(stepSpot({ lane: 'a', index: 2 }, 'ArrowDown', sizes)).toEqual({ lane: 'a', index: 2 });
    expect(stepSpot({ lane: 'a', index: 2 }, 'ArrowRight', sizes)).toEqual({ lane: 'b', index: 0 });
    expect(stepSpot({ lane: 'b', index: 0 }, 'ArrowRight', sizes)).toEqual({ lane: 'b', index: 0 });
  });
});
