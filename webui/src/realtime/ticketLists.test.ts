import { describe, expect, it } from 'vitest';
import type { TicketFilters } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { listQuery } from './handlers/lists';
import { belongs, seesTicket, type Viewer } from './membership';
import { patchTicket, removeTicket, upsertTicket, type TicketListData } from './ticketLists';

const filters: TicketFilters = { status: 'open', showAll: false, queueIds: [], searchParam: '', tags: [], users: [] };
const marina: Viewer = { id: 1, profile: 'user', queueIds: [10], seesUnqueued: false };
const admin: Viewer = { id: 9, profile: 'admin', queueIds: [], seesUnqueued: true };

const list = (tickets: Ticket[], hasMore = false, count = tickets.length): TicketListData => ({
  pages: [{ tickets, count, hasMore, nextCursor: null }],
  pageParams: [null],
});
const ids = (data: TicketListData) => data.pages.flatMap((page) => page.tickets.map((ticket) => ticket.id));
const at = (minute: number) => `2026-07-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const ticket = (id: number, minute: number, more: Partial<Ticket> = {}) =>
  makeTicket({ id, status: 'open', userId: 1, queueId: 10, updatedAt: at(minute), lastMessageAt: at(minute), ...more });

// spec: S095
it('asks the server by everything that a list is filtered by', () => {
  const all: TicketFilters = {
    status: 'closed',
    showAll: true,
    queueIds: [10],
    searchParam: ' bia ',
    tags: [3, 4],
    users: [7],
    connections: [2],
    isSnoozed: true,
    byPriority: true,
    created: '2026-11-01',
    updated: '2026-11-02',
  };
  expect(listQuery(all)).toEqual({
    status: 'closed',
    showAll: true,
    queueIds: [10],
    searchParam: 'bia',
    tags: [3, 4],
    users: [7],
    whatsappIds: [2],
    date: '2026-11-01',
    updatedAt: '2026-11-02',
    snoozed: true,
    sort: 'priority',
  });
});

describe('who sees which ticket', () => {
  // spec: S028 S087
  it('shows an attendant her own open tickets and those waiting in her queues', () => {
    expect(belongs(ticket(1, 0), filters, marina)).toBe('in');
    expect(belongs(ticket(1, 0, { userId: 2 }), filters, marina)).toBe('out');
    const pending = { ...filters, status: 'pending' as const };
    expect(belongs(ticket(1, 0, { status: 'pending', userId: null }), pending, marina)).toBe('in');
    expect(belongs(ticket(1, 0, { status: 'pending', userId: null, queueId: 11 }), pending, marina)).toBe('out');
    expect(belongs(ticket(1, 0, { status: 'pending', userId: null, queueId: null }), pending, marina)).toBe('out');
    const wide = { ...marina, seesUnqueued: true };
    expect(belongs(ticket(1, 0, { status: 'pending', userId: null, queueId: null }), pending, wide)).toBe('in');
  });

  // spec: S030 S028
  it('obeys show-all only for those who oversee, and always in the closed list', () => {
    const all = { ...filters, showAll: true };
    expect(belongs(ticket(1, 0, { userId: 2 }), all, admin)).toBe('in');
    expect(belongs(ticket(1, 0, { userId: 2 }), filters, admin)).toBe('out');
    expect(belongs(ticket(1, 0, { userId: 2 }), all, marina)).toBe('out');
    const closed = { ...filters, status: 'closed' as const };
    expect(belongs(ticket(1, 0, { status: 'closed', userId: 2 }), closed, marina)).toBe('in');
  });

  // spec: S069
  it('drops a ticket whose queue is no longer among the chosen ones', () => {
    const chosen = { ...filters, queueIds: [10] };
    expect(belongs(ticket(1, 0), chosen, marina)).toBe('in');
    expect(belongs(ticket(1, 0, { queueId: 11 }), { ...chosen, showAll: true }, admin)).toBe('out');
    expect(belongs(ticket(1, 0, { queueId: null }), { ...chosen, showAll: true }, admin)).toBe('in');
  });

  // spec: S029 S095
  it('asks for every tag, any user, and leaves text to the server', () => {
    const tags = [{ id: 3, name: 'VIP', color: '#000', priority: 0, category: '' }];
    expect(belongs(ticket(1, 0, { tags }), { ...filters, tags: [3] }, marina)).toBe('in');
    expect(belongs(ticket(1, 0, { tags }), { ...filters, tags: [3, 4] }, marina)).toBe('out');
    expect(belongs(ticket(1, 0), { ...filters, showAll: true, users: [1, 2] }, admin)).toBe('in');
    const ofNumber = { ...ticket(1, 0), whatsappId: 4 };
    expect(belongs(ofNumber, { ...filters, showAll: true, connections: [4, 5] }, admin)).toBe('in');
    expect(belongs(ofNumber, { ...filters, showAll: true, connections: [5] }, admin)).toBe('out');
    expect(belongs(ticket(1, 0), { ...filters, searchParam: 'bea' }, marina)).toBe('unknown');
  });
});

describe('who may look into a ticket', () => {
  // spec: S080
  it('is an admin, who has its queue, and for one without a queue its holder', () => {
    expect(seesTicket({ queueId: 11, userId: 1 }, marina)).toBe(false);
    expect(seesTicket({ queueId: 10, userId: 2 }, marina)).toBe(true);
    expect(seesTicket({ queueId: null, userId: 1 }, marina)).toBe(true);
    expect(seesTicket({ queueId: null, userId: null }, marina)).toBe(false);
    expect(seesTicket({ queueId: null, userId: null }, { ...marina, seesUnqueued: true })).toBe(true);
    expect(seesTicket({ queueId: 11, userId: 2 }, { ...marina, profile: 'supervisor' })).toBe(false);
    expect(seesTicket({ queueId: 11, userId: 2 }, admin)).toBe(true);
  });
});

describe('ticket lists by events', () => {
  // spec: S069
  it('moves a ticket to its new place and does not count it twice', () => {
    const start = list([ticket(3, 30), ticket(2, 20), ticket(1, 10)]);
    const moved = upsertTicket(start, ticket(1, 40), filters, marina);
    expect(ids(moved.data)).toEqual([1, 3, 2]);
    expect(moved.data.pages[0]?.count).toBe(3);
    const again = upsertTicket(moved.data, ticket(1, 40), filters, marina);
    expect(again.data).toEqual(moved.data);
  });

  // spec: S069
  it('ignores a state that is older than the loaded one', () => {
    const start = list([ticket(1, 30)]);
    expect(upsertTicket(start, ticket(1, 20, { status: 'pending' }), filters, marina).data).toBe(start);
  });

  // spec: S028
  it('counts arrivals and departures exactly while the whole list is loaded', () => {
    const start = list([ticket(1, 10)]);
    const arrived = upsertTicket(start, ticket(2, 20), filters, marina);
    expect(arrived).toMatchObject({ isCountDoubtful: false, data: { pages: [{ count: 2 }] } });
    const left = upsertTicket(arrived.data, ticket(1, 30, { status: 'closed' }), filters, marina);
    expect(ids(left.data)).toEqual([2]);
    expect(left.data.pages[0]?.count).toBe(1);
    const removed = removeTicket(left.data, 2);
    expect(removed).toMatchObject({ isCountDoubtful: false, data: { pages: [{ count: 0 }] } });
    expect(removeTicket(removed.data, 2).data.pages[0]?.count).toBe(0);
  });

  // spec: S028
  it('asks for the number anew when a ticket beyond the loaded pages changes', () => {
    const start = list([ticket(5, 50), ticket(4, 40)], true, 90);
    expect(upsertTicket(start, ticket(1, 60), filters, marina).isCountDoubtful).toBe(true);
    expect(ids(upsertTicket(start, ticket(1, 60), filters, marina).data)).toEqual([1, 5, 4]);
    expect(ids(upsertTicket(start, ticket(1, 10), filters, marina).data)).toEqual([5, 4]);
    expect(removeTicket(start, 1).isCountDoubtful).toBe(true);
    const foreign = ticket(1, 60, { status: 'closed' });
    expect(upsertTicket(start, foreign, filters, marina).isCountDoubtful).toBe(false);
    expect(upsertTicket(start, foreign, filters, marina, true).isCountDoubtful).toBe(true);
  });

  // spec: S069
  it('clears the unread mark in place', () => {
    const start = list([ticket(2, 20), ticket(1, 10, { unreadMessages: 4 })]);
    const read = patchTicket(start, 1, (each) => ({ ...each, unreadMessages: 0 }));
    expect(ids(read)).toEqual([2, 1]);
    expect(read.pages[0]?.tickets[1]?.unreadMessages).toBe(0);
    expect(patchTicket(start, 99, (each) => each)).toBe(start);
  });
});
