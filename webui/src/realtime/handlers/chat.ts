import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { Chat } from '../../api/types';
import { playPing } from '../../lib/sound';
import { currentVolume } from '../../state/volume';
import { withChat, withMessage, withoutChat, type ChatList, type ChatTalk } from '../chatPages';
import type { ChatEvent } from '../events';

/** Whoever has the chat open learns that it is gone. */
function forget(client: QueryClient, id: number): void {
  const lists = client.getQueriesData<ChatList>({ queryKey: keys.chats }).map(([, list]) => list);
  const known = lists.flatMap((list) => list?.pages ?? []).flatMap((page) => page.records);
  const gone = known.find((chat) => chat.id === id);
  if (gone) client.setQueryData(keys.chat(gone.uuid), null);
}

/** Lists and open chats follow; a colleague's message is heard. */
export function handleChat(client: QueryClient, event: ChatEvent, userId: number): void {
  const lists = { queryKey: keys.chats };
  if (event.action === 'delete') {
    forget(client, event.id);
    client.setQueriesData<ChatList>(lists, (list) => list && withoutChat(list, event.id));
    client.removeQueries({ queryKey: keys.chatMessages(event.id) });
    void client.invalidateQueries(lists);
    return;
  }
  const { chat } = event;
  client.setQueriesData<ChatList>(lists, (list) => list && withChat(list, chat));
  client.setQueryData<Chat | null>(keys.chat(chat.uuid), (known) => known && chat);
  if (event.action === 'create') void client.invalidateQueries(lists);
  if (event.action !== 'new-message') return;
  const { newMessage } = event;
  client.setQueryData<ChatTalk>(keys.chatMessages(chat.id), (talk) => talk && withMessage(talk, newMessage));
  if (newMessage.senderId !== userId) playPing(currentVolume());
}
