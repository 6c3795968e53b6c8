import { describe, expect, it } from 'vitest';
import type { MessagePage } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { compactPage } from './compactPage';

const wire = (): MessagePage =>
  JSON.parse(
    JSON.stringify({
      messages: [
        makeMessage({ id: 1, contact: { id: 7, name: 'Beatriz' } }),
        makeMessage({ id: 2, contact: { id: 7, name: 'Beatriz' } }),
        makeMessage({ id: 3, contact: null, user: { id: 7, name: 'Marina' }, updatedAt: '2026-07-01T12:05:00.000Z' }),
      ],
      ticket: makeTicket(),
      tickets: [{ id: 1, uuid: 'a', status: 'open', createdAt: 'x', closedAt: null, queue: null, user: null }],
      count: 3,
      hasMore: false,
    }),
  ) as MessagePage;

// spec: S034 S135
describe('a page of messages', () => {
  it('says the same as before, but for the uuid that nobody reads', () => {
    const expected = { ...wire(), messages: wire().messages.map((message) => ({ ...message, uuid: '' })) };
    expect(compactPage(wire(), undefined)).toEqual(expected);
    expect(compactPage(wire(), compactPage(wire(), undefined))).toEqual(expected);
  });

  it('keeps what repeats only once', () => {
    const newest = compactPage(wire(), undefined);
    const older = compactPage(wire(), newest);
    const [first, second, third] = older.messages;
    expect(second?.contact).toBe(first?.contact);
    expect(first?.contact).toBe(newest.messages[0]?.contact);
    expect(third?.user).not.toBe(first?.contact);
    expect(second?.reactions).toBe(first?.reactions);
    expect(older.ticket).toBe(newest.ticket);
    expect(older.tickets).toBe(newest.tickets);
  });
});
