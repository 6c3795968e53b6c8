import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys, type TicketFilters } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket, TicketNote } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import type { TicketListData } from '../ticketLists';
import type { Viewer } from '../membership';
import { perform } from './handler';
import { tagHandler } from './tag';
import { ticketNoteHandler } from './ticketNote';

const filters: TicketFilters = { status: 'open', showAll: false, queueIds: [], searchParam: '', tags: [], users: [] };
const vip = { id: 5, name: 'VIP', color: '#b7791f', priority: 0, category: '' };
const late = { id: 6, name: 'Atraso', color: '#c2414b', priority: 0, category: '' };
const ticket = makeTicket({ id: 2, tags: [late, vip] });
const viewer: Viewer = { id: 1, profile: 'user', queueIds: [], seesUnqueued: false };
let client: QueryClient;
const shown = () =>
  [
    client.getQueryData<TicketListData>(keys.ticketList(filters))?.pages[0]?.tickets[0],
    client.getQueryData<Ticket>(keys.ticket(ticket.uuid)),
  ].map((each) => each?.tags.map((tag) => tag.name));

beforeEach(() => {
  client = new QueryClient();
  const page = { tickets: [ticket], count: 1, hasMore: false, nextCursor: null };
  client.setQueryData<TicketListData>(keys.ticketList(filters), { pages: [page], pageParams: [null] });
  client.setQueryData(keys.ticket(ticket.uuid), ticket);
});

// spec: S033 S052 S069 A121
describe('tag events', () => {
  it('rename a tag on every ticket, in the order of names', () => {
    const tag = { ...vip, name: 'Amigo da casa', category: 'Vendas', kanban: 0, userId: null, ticketsCount: 1 };
    perform(tagHandler, client, { action: 'update', tag }, viewer);
    expect(shown()).toEqual([
      ['Amigo da casa', 'Atraso'],
      ['Amigo da casa', 'Atraso'],
    ]);
    const stored = client.getQueryData<Ticket>(keys.ticket(ticket.uuid))?.tags;
    expect(stored?.find(({ id }) => id === vip.id)?.category).toBe('Vendas');
  });

  it('take a deleted tag off, and leave tickets without it alone', () => {
    perform(tagHandler, client, { action: 'delete', tagId: 99 }, viewer);
    expect(client.getQueryData(keys.ticket(ticket.uuid))).toBe(ticket);
    perform(tagHandler, client, { action: 'delete', tagId: late.id }, viewer);
    expect(shown()).toEqual([['VIP'], ['VIP']]);
  });

  it('let the page of the tags ask anew, also of a tag that no ticket carries', () => {
    const tag = { ...vip, id: 7, kanban: 0, userId: null, ticketsCount: 0 };
    for (const event of [
      { action: 'create', tag },
      { action: 'update', tag },
      { action: 'delete', tagId: 7 },
    ] as const) {
      client.setQueryData(pageKeys.tagPage(''), []);
      perform(tagHandler, client, event, viewer);
      expect(client.getQueryState(pageKeys.tagPage(''))?.isInvalidated, event.action).toBe(true);
    }
  });
});

// spec: S049 S103
describe('note events', () => {
  const note = (id: number): TicketNote => ({
    id,
    note: `nota ${id}`,
    ticketId: 2,
    contactId: 102,
    userId: 1,
    user: null,
    createdAt: '2026-07-01T12:00:00Z',
  });
  const ids = () => client.getQueryData<TicketNote[]>(pageKeys.ticketNotes(102))?.map((each) => each.id);

  it('add a note once and take it off', () => {
    client.setQueryData(pageKeys.ticketNotes(102), [note(1)]);
    perform(ticketNoteHandler, client, { action: 'create', ticketNote: note(2) }, viewer);
    perform(ticketNoteHandler, client, { action: 'create', ticketNote: note(2) }, viewer);
    expect(ids()).toEqual([2, 1]);
    perform(ticketNoteHandler, client, { action: 'delete', ticketNoteId: 2, contactId: 102 }, viewer);
    expect(ids()).toEqual([1]);
  });

  it('do not begin a list that nobody has asked for', () => {
    perform(ticketNoteHandler, client, { action: 'create', ticketNote: note(2) }, viewer);
    expect(ids()).toBeUndefined();
  });
});
