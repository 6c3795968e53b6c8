import type { QueryClient } from '@tanstack/react-query';
import { pageKeys } from '@/api/pageKeys';
import type { Chat } from '@/api/types';
import { playPing } from '@/lib/sound';
import { currentVolume } from '@/state/volume';
import { withChat, withMessage, withoutChat, type ChatList, type ChatTalk } from '../chatPages';
import type { ChatEvent } from '../events';
import type { Handler } from './handler';

/** Whoever has the chat open, from the list or by its link, learns that it is gone. */
function forget(client: QueryClient, id: number): void {
  const lists = client.getQueriesData<ChatList>({ queryKey: pageKeys.chats }).map(([, list]) => list);
  const listed = lists.flatMap((list) => list?.pages ?? []).flatMap((page) => page.records);
  const gone = listed.find((chat) => chat.id === id);
  if (gone) client.setQueryData(pageKeys.chat(gone.uuid), null);
  client.setQueriesData<Chat | null>({ queryKey: pageKeys.openChats }, (known) => (known?.id === id ? null : known));
  client.setQueriesData<ChatList>({ queryKey: pageKeys.chats }, (list) => list && withoutChat(list, id));
  client.removeQueries({ queryKey: pageKeys.chatMessages(id) });
}

/** Lists and open chats follow; a colleague's message is heard. */
export const chatHandler: Handler<ChatEvent> = {
  store: (client, event) => {
    if (event.action === 'delete') return forget(client, event.id);
    const { chat } = event;
    client.setQueriesData<ChatList>({ queryKey: pageKeys.chats }, (list) => list && withChat(list, chat));
    client.setQueryData<Chat | null>(pageKeys.chat(chat.uuid), (known) => known && chat);
    if (event.action !== 'new-message') return;
    client.setQueryData<ChatTalk>(
      pageKeys.chatMessages(chat.id),
      (talk) => talk && withMessage(talk, event.newMessage),
    );
  },
  stale: ({ action }) => (action === 'create' || action === 'delete' ? [pageKeys.chats] : []),
  effects: (_client, event, viewer) => {
    if (event.action === 'new-message' && event.newMessage.senderId !== viewer.id) playPing(currentVolume());
  },
};
