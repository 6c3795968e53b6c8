import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { canEdit, canRemove, splitBody } from './edits';

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

// spec: S035
describe('taking back', () => {
  const marina = { id: 7, profile: 'user', queueIds: [], seesUnqueued: false } as const;
  const boss = { ...marina, id: 8, profile: 'supervisor' } as const;
  const automatic = { user: null, author: 'bot' } as const;

  it('is offered for own messages, and to those who lead also for those of colleagues and automatons', () => {
    expect(canRemove(own(), 'simulator', marina, SOON)).toBe(true);
    expect(canRemove(own({ sendState: null }), 'beta', marina, SOON)).toBe(true);
    expect(canRemove(own({ user: { id: 9, name: 'Rafael' } }), 'simulator', marina, SOON)).toBe(false);
    expect(canRemove(own(automatic), 'simulator', marina, SOON)).toBe(false);
    expect(canRemove(own(automatic), 'simulator', boss, SOON)).toBe(true);
    expect(canRemove(own(), 'simulator', boss, SOON)).toBe(true);
    expect(canRemove(own({ fromMe: false }), 'simulator', boss, SOON)).toBe(false);
    expect(canRemove(own({ isDeleted: true }), 'simulator', marina, SOON)).toBe(false);
  });

  it('is offered for 60 hours, and not where the provider cannot', () => {
    const end = Date.parse(SENT_AT) + 60 * 3_600_000;
    expect(canRemove(own(), 'simulator', marina, end)).toBe(true);
    expect(canRemove(own(), 'simulator', marina, end + 1)).toBe(false);
    expect(canRemove(own(), 'cloud', marina, SOON)).toBe(false);
    expect(canRemove(own({ sendState: 'unknown' }), 'simulator', marina, SOON)).toBe(false);
  });

  it('is always offered for what the customer never got', () => {
    for (const more of [
      { sendState: 'queued' },
      { sendState: 'rejected' },
      { isPrivate: true, sendState: null },
    ] as const)
      expect(canRemove(own(more), 'cloud', marina, SOON + 100 * 3_600_000)).toBe(true);
  });
});
