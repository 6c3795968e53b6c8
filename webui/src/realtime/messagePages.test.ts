import { describe, expect, it } from 'vitest';
import type { Message, MessagePage } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import {
  flatten,
  isOfConversation,
  mergeNewest,
  renewLinks,
  upsertEpisode,
  upsertMessage,
  withoutEpisode,
  type MessageData,
} from './messagePages';

const ticket = makeTicket({ id: 5, contactId: 8 });
const page = (messages: Message[], hasMore = false): MessagePage => ({
  count: messages.length,
  messages,
  ticket,
  hasMore,
  tickets: [],
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => makeMessage({ id: from + index, ticketId: 5 }));
const data = (...pages: MessagePage[]): MessageData => ({ pages, pageParams: pages.map(() => null) });
const ids = (value: MessageData) => flatten(value).map((message) => message.id);

describe('messages by events', () => {
  // spec: S034 S046
  it('never lets an acknowledgement fall nor a deletion come back', () => {
    const start = data(
      page([makeMessage({ id: 1, ack: 4, isDeleted: true, mediaUrl: '/media/a', mediaPath: 'x.png' })]),
    );
    const late = makeMessage({ id: 1, ack: 2, isDeleted: false, mediaUrl: '/media/b', mediaPath: 'x.png' });
    expect(flatten(upsertMessage(start, late))[0]).toMatchObject({ ack: 4, isDeleted: true, mediaUrl: '/media/b' });
  });

  it('renews links and nothing else', () => {
    const start = data(page([makeMessage({ id: 1, body: 'foto', mediaUrl: '/media/old' }), makeMessage({ id: 2 })]));
    const renewed = flatten(renewLinks(start, [makeMessage({ id: 1, body: 'outra', mediaUrl: '/media/new' })]));
    expect(renewed.map((message) => [message.body, message.mediaUrl])).toEqual([
      ['foto', '/media/new'],
      ['mensagem 2', null],
    ]);
  });

  it('puts a late message at its place and applies the same one only once', () => {
    const start = data(page(range(21, 23)), page(range(10, 12), true));
    const late = upsertMessage(start, makeMessage({ id: 22 }));
    expect(ids(late)).toEqual([10, 11, 12, 21, 22, 23]);
    const gap = data(page([...range(21, 22), ...range(24, 25)]), page(range(10, 12), true));
    expect(ids(upsertMessage(upsertMessage(gap, makeMessage({ id: 23 })), makeMessage({ id: 23 })))).toEqual([
      10, 11, 12, 21, 22, 23, 24, 25,
    ]);
  });

  it('loses what was written in a deleted episode, and keeps the conversation that is open', () => {
    const episode = (id: number) => ({ ...ticket, id });
    const first = { ...page([...range(1, 2), makeMessage({ id: 3, ticketId: 4 })]), tickets: [episode(4), episode(5)] };
    const start = data(first);
    expect(ids(withoutEpisode(start, 4))).toEqual([1, 2]);
    expect(withoutEpisode(start, 4).pages[0]?.tickets.map((each) => each.id)).toEqual([5]);
    expect(withoutEpisode(start, 5)).toBe(start);
  });

  // spec: S036
  it('takes the acknowledgement of a state that bears an earlier time, and nothing else of it', () => {
    const start = data(page([makeMessage({ id: 1, body: 'Oi', ack: 2, updatedAt: '2026-11-23T12:00:00.020Z' })]));
    const earlier = { id: 1, body: 'Olá', updatedAt: '2026-11-23T12:00:00.010Z' };
    const shown = upsertMessage(start, makeMessage({ ...earlier, ack: 3 })).pages[0]?.messages[0];
    expect(shown).toMatchObject({ body: 'Oi', ack: 3 });
    const same = upsertMessage(start, makeMessage({ ...earlier, ack: 1 })).pages[0]?.messages[0];
    expect(same).toBe(start.pages[0]?.messages[0]);
  });

  it('leaves a message older than everything loaded to the next page', () => {
    const start = data(page(range(10, 12), true));
    expect(upsertMessage(start, makeMessage({ id: 3 }))).toBe(start);
    expect(upsertMessage(start, makeMessage({ id: 99 }), false)).toBe(start);
  });

  // spec: S100
  it('catches up after an absence and lets older pages go when there is a hole', () => {
    const start = data(page(range(21, 40)), page(range(1, 20)));
    expect(ids(mergeNewest(start, page(range(31, 50), true)))).toEqual(range(1, 50).map((message) => message.id));
    expect(ids(mergeNewest(start, page(range(61, 80), true)))).toEqual(range(61, 80).map((message) => message.id));
  });

  // spec: S034
  it('takes the next episode of the same contact into the conversation', () => {
    const start = data(page(range(1, 2)));
    const next = makeTicket({ id: 6, contactId: 8 });
    expect(upsertEpisode(start, next).pages[0]?.tickets.map((episode) => episode.id)).toEqual([6]);
    expect(upsertEpisode(start, makeTicket({ id: 7, contactId: 9 }))).toBe(start);
    expect(isOfConversation(start, makeMessage({ ticketId: 6 }), 8)).toBe(true);
    expect(isOfConversation(start, makeMessage({ ticketId: 7 }), 9)).toBe(false);
  });
});
