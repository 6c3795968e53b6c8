import type { InfiniteData } from '@tanstack/react-query';
import type { Chat, ChatMessage, ChatMessagePage, ChatPage } from '@/api/types';

export type ChatList = InfiniteData<ChatPage>;
export type ChatTalk = InfiniteData<ChatMessagePage>;

const mapRecords = (list: ChatList, change: (records: Chat[]) => Chat[]): ChatList => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, records: change(page.records) })),
});

/** The chat as it is now, where the list has it. */
export const withChat = (list: ChatList, chat: Chat): ChatList =>
  mapRecords(list, (records) => records.map((each) => (each.id === chat.id ? chat : each)));

export const withoutChat = (list: ChatList, id: number): ChatList =>
  mapRecords(list, (records) => records.filter((each) => each.id !== id));

/** Puts a message behind the newest, once: the sender has it from the answer and from the event. */
export function withMessage(talk: ChatTalk, message: ChatMessage): ChatTalk {
  const [newest, ...older] = talk.pages;
  if (!newest || talk.pages.some((page) => page.records.some((each) => each.id === message.id))) return talk;
  const records = [...newest.records, message].toSorted((a, b) => a.id - b.id);
  return { ...talk, pages: [{ ...newest, records, count: newest.count + 1 }, ...older] };
}
