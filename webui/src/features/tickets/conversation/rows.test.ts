import { describe, expect, it } from 'vitest';
import type { Episode, Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import type { Outgoing } from '@/features/tickets/composer/outgoing';
import { buildRows, keepRows, keyOf, kindOf, rowOfMessage, type Row } from './rows';

const episode = (id: number, closedAt: string | null = null): Episode => ({
  id,
  uuid: `t${id}`,
  status: closedAt ? 'closed' : 'open',
  createdAt: '2026-07-01T10:00:00Z',
  closedAt,
  queue: null,
  user: null,
});
const episodes = new Map([
  [1, episode(1, '2026-07-01T11:00:00Z')],
  [2, episode(2)],
]);
const dayOf = (iso: string) => iso.slice(0, 10);
const build = (messages: Message[], more: Partial<Parameters<typeof buildRows>[0]> = {}) =>
  buildRows({ messages, episodes, outgoing: [], isComplete: true, dayOf, ...more });
const shape = (rows: Row[]) =>
  rows.map((row) => (typeof row === 'object' && 'change' in row ? row.change : kindOf(row)));
const message = (id: number, more: Partial<Message> = {}) => makeMessage({ id, ...more });
const sending: Outgoing = {
  clientId: 'c9',
  ticketId: 2,
  body: 'oi',
  isPrivate: false,
  quoted: null,
  file: null,
  createdAt: '2026-07-02T10:00:00Z',
  state: 'sending',
  error: null,
  progress: 0,
};

describe('rows of a conversation', () => {
  it('leaves a late message on the day on which it came in, so that days go forward only', () => {
    const rows = build([
      message(1, { createdAt: '2026-07-02T09:00:00Z' }),
      message(2, { createdAt: '2026-07-01T23:00:00Z', receivedAt: '2026-07-02T09:05:00Z' }),
      message(3, { createdAt: '2026-07-02T09:10:00Z' }),
    ]);
    expect(shape(rows).filter((kind) => kind === 'day')).toHaveLength(1);
  });

  // spec: S034
  it('divides days, and episodes by what started and closed between them', () => {
    const rows = build([
      message(1, { ticketId: 1 }),
      message(2, { ticketId: 1, fromMe: true }),
      message(3, { ticketId: 2, createdAt: '2026-07-02T09:00:00Z' }),
      message(4, { ticketId: 2, createdAt: '2026-07-02T09:01:00Z' }),
    ]);
    expect(shape(rows)).toEqual([
      'day',
      'started',
      'message',
      'gap',
      'message',
      'closed',
      'day',
      'started',
      'message',
      'message',
    ]);
  });

  // spec: S034
  it('ends a closed conversation with its closing', () => {
    expect(shape(build([message(1, { ticketId: 1 })]))).toEqual(['day', 'started', 'message', 'closed']);
  });

  // spec: S135
  it('keeps every loaded row as it was when an older page comes in front', () => {
    const page = [message(3, { ticketId: 2, fromMe: true }), message(4, { ticketId: 2 })];
    const before = build(page, { isComplete: false });
    const after = build([message(1, { ticketId: 2 }), message(2, { ticketId: 2 }), ...page]);
    expect(shape(before)).toEqual(['message', 'gap', 'message']);
    expect(after.slice(-before.length)).toEqual(before);
    expect(new Set(after.map(keyOf)).size).toBe(after.length);
  });

  it('shows a message on its way once, also when the echo comes before the answer', () => {
    const own = message(5, { ticketId: 2, fromMe: true, clientId: 'c9', createdAt: '2026-07-02T10:00:00Z' });
    const before = build([message(4, { ticketId: 2 })], { outgoing: [sending] });
    expect(shape(before).at(-1)).toBe('outgoing');
    const after = build([message(4, { ticketId: 2 }), own], { outgoing: [sending] });
    expect(shape(after).filter((kind) => kind === 'outgoing')).toEqual([]);
    expect(keyOf(after.at(-1) ?? 0)).toBe(sending.clientId);
    expect(keyOf(before.at(-1) ?? 0)).toBe(sending.clientId);
    expect(rowOfMessage(after, 5)).toBe(after.length - 1);
  });

  // spec: S034 S135
  it('keeps the old rows beside those that came in front, behind or changed', () => {
    const [first, second, third] = [message(1), message(2), message(3)];
    const plain = (...messages: Message[]) => build(messages, { episodes: new Map(), isComplete: false });
    const old = plain(second);
    expect(keepRows(old, plain(first, second, third))).toEqual(plain(first, second, third));
    const isKept = (rows: Row[]) => keepRows(old, rows).map((row) => old.includes(row));
    expect(isKept(plain(first, second))).toEqual([false, true]);
    expect(isKept(plain(second, third))).toEqual([true, false]);
    expect(isKept(plain({ ...second, ack: 3 }))).toEqual([false]);
  });
});
