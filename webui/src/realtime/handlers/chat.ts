import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { Chat } from '@/api/types';
import { playPing } from '@/lib/sound';
import { currentVolume } from '@/state/volume';
import { withChat, withMessage, withoutChat, type ChatList, type ChatTalk } from '../chatPages';
import type { ChatEvent } from '../events';
import type { Handler } from './handler';

/** Whoever has the chat open, from the list or by its link, learns that it is gone. */
function forget(client: QueryClient, id: number): void {
  const lists = client.getQueriesData<ChatList>({ queryKey: keys.chats }).map(([, list]) => list);
  const listed = lists.flatMap((list) => list?.pages ?? []).flatMap((page) => page.records);
  const gone = listed.find((chat) => chat.id === id);
  if (gone) client.setQueryData(keys.chat(gone.uuid), null);
  client.setQueriesData<Chat | null>({ queryKey: keys.openChats }, (known) => (known?.id === id ? null : known));
  client.setQueriesData<ChatList>({ queryKey: keys.chats }, (list) => list && withoutChat(list, id));
  client.removeQueries({ queryKey: keys.chatMessages(id) });
}

/** Lists and open chats follow; a colleague's message is heard. */
export const chatHandler: Handler<ChatEvent> = {
  store: (client, event) => {
    if (event.action === 'delete') return forget(client, event.id);
    const { chat } = event;
    client.setQueriesData<ChatList>({ queryKey: keys.chats }, (list) => list && withChat(list, chat));
    client.setQueryData<Chat | null>(keys.chat(chat.uuid), (known) => known && chat);
    if (event.action !== 'new-message') return;
    client.setQueryData<ChatTalk>(keys.chatMessages(chat.id), (talk) => talk && withMessage(talk, event.newMessage));
  },
  stale: ({ action }) => (action === 'create' || action === 'delete' ? [keys.chats] : []),
  effects: (_client, event, viewer) => {
    if (event.action === 'new-message' && event.newMessage.senderId !== viewer.id) playPing(currentVolume());
  },
};
