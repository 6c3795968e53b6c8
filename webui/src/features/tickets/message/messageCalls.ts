import { api } from '@/api/client';
import type { ForwardBody, Message } from '@/api/types';
import type { Outgoing } from '@/features/tickets/composer/outgoing';

export type Resolution = 'sent' | 'again' | 'drop';

/** The client id doubles as idempotency key, so that a second try can never send twice. */
async function send(outgoing: Outgoing, onProgress: (fraction: number) => void): Promise<Message[]> {
  const { ticketId, clientId, body, file, isPrivate, isVoice, quoted, template, location, card } = outgoing;
  if (template) {
    const wish = { ...template, clientId };
    const to = { path: { id: ticketId } };
    const sent = file
      ? await api.upload('/messages/{id}/template', {
          ...to,
          form: { message: JSON.stringify(wish), file },
          onProgress,
        })
      : await api.post('/messages/{id}/template', { ...to, body: wish });
    return 'messages' in sent ? sent.messages : [sent.message];
  }
  const to = { path: { id: ticketId }, headers: { 'Idempotency-Key': clientId } };
  const form = { body, clientId, ...(isVoice && { voice: 'true' }), ...(quoted && { quotedMsg: String(quoted.id) }) };
  const quotedMsg = quoted && { id: quoted.id };
  const answer = file
    ? await api.upload('/messages/{id}', { ...to, form: { ...form, medias: file }, onProgress })
    : await api.post('/messages/{id}', { ...to, body: { body, clientId, isPrivate, quotedMsg, location, card } });
  return 'messages' in answer ? answer.messages : [answer.message];
}

const only = async (answer: Promise<{ message: Message }>) => (await answer).message;

export const messageCalls = {
  send,
  newest: (ticketId: number) => api.get('/messages/{id}', { path: { id: ticketId } }),
  /** The page that ends with this message, with fresh links. */
  around: ({ ticketId, id }: Message) =>
    api.get('/messages/{id}', { path: { id: ticketId }, query: { before: id + 1 } }),
  /** Everything before one message down to another. */
  through: (ticketId: number, before: number, through: number) =>
    api.get('/messages/{id}', { path: { id: ticketId }, query: { before, through } }),
  remove: (id: number) => api.delete('/messages/{id}', { path: { id } }),
  edit: (id: number, body: string) => only(api.put('/messages/{id}', { path: { id }, body: { body } })),
  markUnread: (id: number) => api.patch('/messages/not-read/{id}', { path: { id } }),
  forward: (body: ForwardBody) => api.post('/messages/forward', { body }),
  retry: (id: number) => only(api.post('/messages/{id}/retry', { path: { id } })),
  fetchFile: (id: number) => only(api.post('/messages/{id}/file', { path: { id } })),
  resolve: (id: number, outcome: Resolution) =>
    only(api.post('/messages/{id}/resolve', { path: { id }, body: { outcome } })),
};
