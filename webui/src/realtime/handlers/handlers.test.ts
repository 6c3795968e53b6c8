import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys, type TicketFilters } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Message, Ticket, TicketPage } from '@/api/types';
import { makeContact, makeMessage, makeTicket } from '@/dev/fixtures';
import { onGiven } from '@/state/given';
import { onIncoming } from '@/state/incoming';
import type { Viewer } from '../membership';
import { flatten, type MessageData } from '../messagePages';
import type { TicketListData } from '../ticketLists';
import { appMessageHandler } from './appMessage';
import { contactHandler } from './contact';
import { perform, performAgain } from './handler';
import { ticketHandler } from './ticket';

const base: TicketFilters = { status: 'open', showAll: false, queueIds: [], searchParam: '', tags: [], users: [] };
const open = base;
const pending: TicketFilters = { ...base, status: 'pending' };
const viewer: Viewer = { id: 1, profile: 'user', queueIds: [10], seesUnqueued: false };
const list = (tickets: Ticket[]): TicketListData => {
  const page: TicketPage = { tickets, count: tickets.length, hasMore: false, nextCursor: null };
  return { pages: [page], pageParams: [null] };
};

let client: QueryClient;
const waiting = makeTicket({ id: 1, status: 'pending', userId: null, user: null, updatedAt: '2026-07-01T12:00:00Z' });
const accepted = makeTicket({ id: 1, status: 'open', userId: 1, updatedAt: '2026-07-01T12:01:00Z' });
const taken = makeTicket({ id: 1, status: 'open', userId: 2, updatedAt: '2026-07-01T12:01:00Z' });
const of = (filters: TicketFilters) => client.getQueryData<TicketListData>(keys.ticketList(filters))?.pages[0];
const counts = () => [of(open)?.count, of(pending)?.count];

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(keys.ticketList(open), list([makeTicket({ id: 2 })]));
  client.setQueryData(keys.ticketList(pending), list([waiting]));
});

describe('ticket events', () => {
  // spec: S069 S059
  it('move an accepted ticket from one list to the other and keep both counts', () => {
    perform(
      ticketHandler,
      client,
      [
        { action: 'delete', ticketId: 1 },
        { action: 'update', ticket: accepted, was: 'pending' },
      ],
      viewer,
    );
    expect(counts()).toEqual([2, 0]);
    perform(ticketHandler, client, [{ action: 'update', ticket: accepted, was: 'pending' }], viewer);
    expect(counts()).toEqual([2, 0]);
  });

  // spec: S064
  it('say once who gave a ticket, also when more happened to it at the same moment', () => {
    const heard = vi.fn();
    const stop = onGiven(heard);
    const by = { id: 8, name: 'Rafael' };
    const events = [
      { action: 'update', ticket: accepted, was: 'pending', givenBy: by },
      { action: 'update', ticket: accepted, was: 'pending' },
    ] as const;
    perform(ticketHandler, client, events, viewer);
    performAgain(ticketHandler, client, events, viewer, '');
    stop();
    expect(heard).toHaveBeenCalledExactlyOnceWith({ ticket: accepted, by });
  });

  // spec: S069 S087
  it('take away what a colleague accepted', () => {
    perform(ticketHandler, client, [{ action: 'delete', ticketId: 1 }], viewer);
    expect(counts()).toEqual([1, 0]);
    perform(ticketHandler, client, [{ action: 'update', ticket: taken, was: 'pending' }], viewer);
    expect(counts()).toEqual([1, 0]);
  });

  // spec: S069
  it('ignore the state before the one that is known', () => {
    client.setQueryData(keys.ticket(accepted.uuid), accepted);
    perform(ticketHandler, client, [{ action: 'update', ticket: accepted, was: 'pending' }], viewer);
    perform(ticketHandler, client, [{ action: 'update', ticket: waiting, was: null }], viewer);
    expect(of(open)?.tickets.map((ticket) => ticket.id)).toEqual([1, 2]);
    expect(client.getQueryData(keys.ticket(accepted.uuid))).toBe(accepted);
  });

  // spec: S069
  it('clear the unread count everywhere', () => {
    client.setQueryData(keys.ticketList(open), list([makeTicket({ id: 2, unreadMessages: 3 })]));
    client.setQueryData(keys.notifications, [makeTicket({ id: 2, unreadMessages: 3 })]);
    perform(ticketHandler, client, [{ action: 'updateUnread', ticketId: 2 }], viewer);
    expect(of(open)?.tickets[0]?.unreadMessages).toBe(0);
    expect(client.getQueryData(keys.notifications)).toEqual([]);
  });
});

describe('message events', () => {
  const ticket = makeTicket({ id: 2, lastMessage: 'nova', unreadMessages: 1, updatedAt: '2026-07-01T12:05:00Z' });
  const data = () => flatten(client.getQueryData<MessageData>(keys.messages(2))).map((message) => message.body);
  const start = (messages: Message[]) => {
    const page = { count: 1, messages, ticket, hasMore: false, tickets: [] };
    client.setQueryData<MessageData>(keys.messages(2), { pages: [page], pageParams: [null] });
  };

  // spec: S113
  it('reach the conversation, the list and the bell, once', () => {
    start([makeMessage({ id: 1, body: 'velha' })]);
    const heard = vi.fn();
    const stop = onIncoming(heard);
    const message = makeMessage({ id: 2, ticketId: 2, body: 'nova' });
    const event = { action: 'create', message, ticket, contact: makeContact() } as const;
    perform(appMessageHandler, client, event, viewer);
    stop();
    perform(appMessageHandler, client, event, viewer);
    expect(data()).toEqual(['velha', 'nova']);
    expect(of(open)?.tickets[0]).toMatchObject({ lastMessage: 'nova', unreadMessages: 1 });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('change what is loaded and never bring in what is not', () => {
    start([makeMessage({ id: 1, ticketId: 2, body: 'oi', fromMe: true, ack: 2 })]);
    perform(
      appMessageHandler,
      client,
      { action: 'update', message: makeMessage({ id: 1, ticketId: 2, body: 'oi!', ack: 4 }) },
      viewer,
    );
    perform(appMessageHandler, client, { action: 'update', message: makeMessage({ id: 9, ticketId: 2 }) }, viewer);
    expect(data()).toEqual(['oi!']);
  });
});

describe('contact events', () => {
  it('rename the contact wherever the tickets stand', () => {
    perform(contactHandler, client, { action: 'update', contact: makeContact({ id: 102, name: 'Bia' }) }, viewer);
    expect(of(open)?.tickets[0]?.contact.name).toBe('Bia');
    expect(of(pending)?.tickets[0]?.contact.name).toBe('Beatriz Nogueira');
  });

  // spec: S038
  it('ask anew what the contact says of itself, and nobody else', () => {
    for (const id of [102, 103]) client.setQueryData(pageKeys.contactProfile(id), { profile: null, askedAt: null });
    perform(contactHandler, client, { action: 'update', contact: makeContact({ id: 102 }) }, viewer);
    const isOld = [102, 103].map((id) => client.getQueryState(pageKeys.contactProfile(id))?.isInvalidated);
    expect(isOld).toEqual([true, false]);
  });
});
