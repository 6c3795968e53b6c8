import { api } from '@/api/client';
import type { Message, MessagePage, Ticket } from '@/api/types';
import type { Outgoing } from '@/features/tickets/composer/outgoing';

export type Resolution = 'sent' | 'again' | 'drop';

interface SendAnswer {
  message?: Message;
  messages?: Message[];
}

/** The client id doubles as idempotency key, so that a second try can never send twice. */
async function send(outgoing: Outgoing, onProgress: (fraction: number) => void): Promise<Message[]> {
  const { ticketId, clientId, body, file, isPrivate, isVoice, quoted } = outgoing;
  const headers = { 'Idempotency-Key': clientId };
  const path = `/messages/${ticketId}`;
  let answer: SendAnswer;
  if (file) {
    const form = new FormData();
    form.append('body', body);
    form.append('clientId', clientId);
    if (isVoice) form.append('voice', 'true');
    if (quoted) form.append('quotedMsg', String(quoted.id));
    form.append('medias', file, file.name);
    answer = await api.upload<SendAnswer>(path, form, { headers, onProgress });
  } else {
    const quotedMsg = quoted ? { id: quoted.id } : undefined;
    answer = await api.post<SendAnswer>(
      path,
      { body, clientId, isPrivate, quotedMsg, fromMe: true, read: true },
      { headers },
    );
  }
  return answer.messages ?? (answer.message ? [answer.message] : []);
}

const only = async (answer: Promise<{ message: Message }>) => (await answer).message;

export const messageCalls = {
  send,
  newest: (ticketId: number) => api.get<MessagePage>(`/messages/${ticketId}`),
  /** The page that ends with this message, with fresh links. */
  around: ({ ticketId, id }: Message) => api.get<MessagePage>(`/messages/${ticketId}`, { query: { before: id + 1 } }),
  /** Everything before one message down to another. */
  through: (ticketId: number, before: number, through: number) =>
    api.get<MessagePage>(`/messages/${ticketId}`, { query: { before, through } }),
  remove: (id: number) => api.delete<unknown>(`/messages/${id}`),
  edit: (id: number, body: string) => only(api.put(`/messages/${id}`, { body })),
  markUnread: (id: number) => api.patch<Ticket>(`/messages/not-read/${id}`),
  retry: (id: number) => only(api.post(`/messages/${id}/retry`)),
  resolve: (id: number, outcome: Resolution) => only(api.post(`/messages/${id}/resolve`, { outcome })),
};
