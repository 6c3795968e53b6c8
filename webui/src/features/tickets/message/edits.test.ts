import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { canEdit, splitBody } from './edits';

const SENT_AT = '2026-08-03T12:00:00Z';
const SOON = Date.parse('2026-08-03T12:14:00Z');
const own = (more: Partial<Message> = {}) =>
  makeMessage({
    fromMe: true,
    user: { id: 7, name: 'Marina' },
    mediaType: null,
    sendState: 'accepted',
    createdAt: SENT_AT,
    ...more,
  });

// spec: S034
describe('editing', () => {
  it('is offered to the author of a text that was sent, for 15 minutes', () => {
    expect(canEdit(own(), 'simulator', 7, SOON)).toBe(true);
    expect(canEdit(own(), 'simulator', 8, SOON)).toBe(false);
    expect(canEdit(own({ sendState: 'queued' }), 'simulator', 7, SOON)).toBe(false);
    expect(canEdit(own({ mediaType: 'image' }), 'simulator', 7, SOON)).toBe(false);
    expect(canEdit(own({ isDeleted: true }), 'simulator', 7, SOON)).toBe(false);
    expect(canEdit(own(), 'simulator', 7, SOON + 60_000)).toBe(false);
  });

  it('is not offered where the provider cannot, except for whispers, which it never sees', () => {
    expect(canEdit(own(), 'cloud', 7, SOON)).toBe(false);
    expect(canEdit(own({ isPrivate: true, sendState: null }), 'cloud', 7, SOON)).toBe(true);
  });

  it('keeps the marker of a whisper out of the field', () => {
    const whisper = own({ body: 'Sussurro(Marina) cliente VIP', isPrivate: true });
    expect(splitBody(whisper)).toEqual({ head: 'Sussurro(Marina) ', text: 'cliente VIP' });
    expect(splitBody(own({ body: 'Bom dia' }))).toEqual({ head: '', text: 'Bom dia' });
  });

  it('keeps the signature of the author out of the field, and nothing that only looks like one', () => {
    const user = { id: 7, name: 'Marina Duarte' };
    expect(splitBody(own({ user, body: '*Marina Duarte:*\nBom dia' }))).toEqual({
      head: '*Marina Duarte:*\n',
      text: 'Bom dia',
    });
    expect(splitBody(own({ user, body: '*Atenção:*\nfechado' })).head).toBe('');
    expect(splitBody(own({ user: null, body: '*Marina Duarte:*\nBom dia' })).head).toBe('');
  });
});
