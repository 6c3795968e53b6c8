import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeMessage } from '@/dev/fixtures';
import type { Outgoing } from '@/features/tickets/composer/outgoing';
import { messageCalls } from './messageCalls';

const outgoing: Outgoing = {
  clientId: 'c1',
  ticketId: 5,
  body: 'Segue a nota',
  isPrivate: false,
  quoted: { id: 9, body: 'E a nota?', fromMe: false, mediaType: null, mediaUrl: null, contact: null },
  file: null,
  createdAt: '2026-07-01T12:00:00Z',
  state: 'sending',
  error: null,
  progress: 0,
};
const to = { path: { id: 5 }, headers: { 'Idempotency-Key': 'c1' } };
const stored = makeMessage({ id: 12 });

// spec: S101
it('sends a text with the message that it answers', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ message: stored });
  expect(await messageCalls.send(outgoing, vi.fn())).toEqual([stored]);
  const body = { body: 'Segue a nota', clientId: 'c1', isPrivate: false, quotedMsg: { id: 9 } };
  expect(post).toHaveBeenCalledExactlyOnceWith('/messages/{id}', { ...to, body });
});

// spec: S101
it('sends a file as a form with its caption and the message that it answers', async () => {
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({ messages: [stored] });
  const file = new File(['x'], 'nota.pdf');
  const onProgress = vi.fn();
  expect(await messageCalls.send({ ...outgoing, file }, onProgress)).toEqual([stored]);
  const form = { body: 'Segue a nota', clientId: 'c1', quotedMsg: '9', medias: file };
  expect(upload).toHaveBeenCalledExactlyOnceWith('/messages/{id}', { ...to, form, onProgress });
});
