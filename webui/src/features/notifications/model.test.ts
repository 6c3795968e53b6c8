import { describe, expect, it } from 'vitest';
import type { Incoming } from '../../state/incoming';
import { isWorthNotice, noticeText } from './model';

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
