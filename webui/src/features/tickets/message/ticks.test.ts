import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { problemOf, tickOf } from './ticks';

const own = (more: Partial<Message>) => makeMessage({ fromMe: true, ...more });

describe('ticks', () => {
  // spec: S034 S046
  it('go from waiting over sent and delivered to read, 4 and 5 alike', () => {
    expect([0, 1, 2, 3, 4, 5].map((ack) => tickOf(own({ ack })))).toEqual([
      'waiting',
      'waiting',
      'sent',
      'delivered',
      'read',
      'read',
    ]);
    expect(tickOf(own({ ack: 1, sendState: 'accepted' }))).toBe('sent');
    expect(tickOf(own({ ack: 1, sendState: 'queued' }))).toBe('waiting');
  });

  it('say nothing for customers, whispers and what did not leave', () => {
    expect(tickOf(makeMessage({ ack: 5 }))).toBeNull();
    expect(tickOf(own({ isPrivate: true }))).toBeNull();
    expect(tickOf(own({ sendState: 'rejected' }))).toBeNull();
  });

  it('leave room for what went wrong', () => {
    expect(problemOf(own({ sendState: 'rejected' }))).toBe('failed');
    expect(problemOf(own({ sendState: 'unknown' }))).toBe('doubtful');
    expect(problemOf(own({ sendState: 'expired' }))).toBe('expired');
    expect(problemOf(own({ sendState: 'unknown', ack: 3 }))).toBeNull();
    expect(problemOf(own({ sendState: 'accepted' }))).toBeNull();
    expect(problemOf(own({ sendState: 'accepted', ack: 4, error: 'ERR_EDIT_NOT_TAKEN' }))).toBe('unedited');
    expect(problemOf(makeMessage({ sendState: 'rejected' }))).toBeNull();
  });
});
