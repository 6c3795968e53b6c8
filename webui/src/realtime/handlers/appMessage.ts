import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { Message, UnknownPage } from '@/api/types';
import { announceIncoming } from '@/state/incoming';
import type { AppMessageEvent } from '../events';
import type { Viewer } from '../membership';
import { isOfConversation, upsertMessage, type MessageData } from '../messagePages';
import type { Handler } from './handler';
import { applyTicket } from './ticket';

/** Puts a message into every loaded conversation that it belongs to. */
export function applyMessage(
  client: QueryClient,
  message: Message,
  contactId: number | null = message.contactId,
  canInsert = true,
): void {
  for (const [key, data] of client.getQueriesData<MessageData>({ queryKey: keys.allMessages })) {
    if (!data || !isOfConversation(data, message, contactId)) continue;
    const next = upsertMessage(data, message, canInsert);
    if (next !== data) client.setQueryData(key, next);
  }
}

/** A message that came into doubt, or out of it, changes the list of those to be checked. */
function noteDoubt(client: QueryClient, { id, sendState }: Message): void {
  const page = client.getQueryData<UnknownPage>(keys.unknownMessages);
  const isListed = page?.messages.some((message) => message.id === id) ?? false;
  if (page && isListed !== (sendState === 'unknown')) {
    void client.invalidateQueries({ queryKey: keys.unknownMessages });
  }
}

/** Lays the event over the cache; harmless when it has been done before. */
export function storeAppMessage(client: QueryClient, event: AppMessageEvent, viewer: Viewer): void {
  noteDoubt(client, event.message);
  if (event.action === 'update') {
    applyMessage(client, event.message, null, false);
    return;
  }
  applyTicket(client, event.ticket, viewer);
  applyMessage(client, event.message, event.ticket.contactId);
}

export const appMessageHandler: Handler<AppMessageEvent> = {
  store: storeAppMessage,
  effects: (_client, event) => {
    if (event.action === 'create' && !event.message.fromMe) announceIncoming(event);
  },
};
