import { describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import type { Incoming } from '@/state/incoming';
import { isWorthNotice, noticeText, wayOf } from './model';

const incoming = (ticket: Partial<Incoming['ticket']> = {}, message: Partial<Incoming['message']> = {}): Incoming => ({
  ticket: { id: 1, uuid: 'u', status: 'open', userId: 7, queueId: 1, ...ticket },
  message: { id: 1, body: 'Oi', mediaType: null, fromMe: false, ...message },
  contact: { id: 1, name: 'Beatriz' },
});

// spec: S021
describe('notice of a new message', () => {
  it('comes for the own and for waiting tickets', () => {
    expect(isWorthNotice(incoming(), 7, false)).toBe(true);
    expect(isWorthNotice(incoming({ status: 'pending', userId: null }), 7, false)).toBe(true);
  });

  it('stays away for others’ tickets, own messages and the conversation in sight', () => {
    expect(isWorthNotice(incoming({ userId: 8 }), 7, false)).toBe(false);
    expect(isWorthNotice(incoming({}, { fromMe: true }), 7, false)).toBe(false);
    expect(isWorthNotice(incoming(), 7, true)).toBe(false);
  });

  it('names media and shortens long texts', () => {
    expect(noticeText(incoming(), 'Mídia')).toBe('Oi');
    expect(noticeText(incoming({}, { mediaType: 'audio', body: 'a.ogg' }), 'Mídia')).toBe('Mídia');
    expect(noticeText(incoming({}, { body: 'x'.repeat(500) }), 'Mídia')).toHaveLength(121);
  });
});

// spec: S064
describe('a given ticket', () => {
  const by = { id: 8, name: 'Rafael' };
  const way = (ticket: Partial<Parameters<typeof wayOf>[0]['ticket']>, giver = by) =>
    wayOf({ ticket: makeTicket(ticket), by: giver }, 7, [10]);

  it('is told to its new attendant, and heard in its new queue', () => {
    expect(way({ userId: 7 })).toBe('user');
    expect(way({ userId: null, status: 'pending', queueId: 10 })).toBe('queue');
  });

  it('is no news to others, nor to who gave it', () => {
    expect(way({ userId: 9 })).toBe(null);
    expect(way({ userId: null, status: 'pending', queueId: 11 })).toBe(null);
    expect(way({ userId: 7 }, { id: 7, name: 'Marina' })).toBe(null);
  });
});
