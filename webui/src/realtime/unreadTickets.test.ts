import { describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import type { Viewer } from './membership';
import { isForBell, upsertUnread } from './unreadTickets';

const viewer: Viewer = { id: 1, profile: 'user', queueIds: [10], seesUnqueued: false };
const unread = (more: object = {}) => makeTicket({ unreadMessages: 2, ...more });

// spec: S021 S086
describe('the list behind the bell', () => {
  it('holds own tickets, and waiting ones of the own queues for those with allTicket alone', () => {
    const all = { ...viewer, seesUnqueued: true };
    const waiting = (queueId: number | null) => unread({ status: 'pending', userId: null, queueId });
    expect(isForBell(unread(), viewer)).toBe(true);
    expect(isForBell(unread({ status: 'pending' }), viewer)).toBe(true);
    expect([10, 99, null].map((queue) => isForBell(waiting(queue), viewer))).toEqual([false, false, false]);
    expect([10, 99, null].map((queue) => isForBell(waiting(queue), all))).toEqual([true, false, true]);
    expect(isForBell(waiting(10), { ...viewer, profile: 'admin' })).toBe(false);
    expect(isForBell(unread({ userId: 2 }), all)).toBe(false);
  });

  it('holds nothing that is read or closed', () => {
    expect(isForBell(unread({ unreadMessages: 0 }), viewer)).toBe(false);
    expect(isForBell(unread({ status: 'closed' }), viewer)).toBe(false);
  });

  it('puts the newest first, replaces, and ignores what is older', () => {
    const old = unread({ id: 1, updatedAt: '2026-07-01T12:00:00.000Z' });
    const next = unread({ id: 2, updatedAt: '2026-07-01T12:00:01.000Z' });
    const list = upsertUnread([old], next, viewer);
    expect(list.map((ticket) => ticket.id)).toEqual([2, 1]);
    expect(
      upsertUnread(list, { ...next, updatedAt: '2026-07-01T11:00:00.000Z', unreadMessages: 0 }, viewer),
    ).toHaveLength(2);
    expect(upsertUnread(list, { ...next, unreadMessages: 0, updatedAt: '2026-07-01T12:00:02.000Z' }, viewer)).toEqual([
      old,
    ]);
  });
});
