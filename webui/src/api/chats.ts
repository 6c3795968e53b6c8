import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import type { Chat } from './types';

/** The chats that the caller is in, page after page; asked for by the menu's dot, the top bar and the chat page. */
export const chatsOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: keys.chatList(searchParam),
    queryFn: ({ pageParam, signal }) => api.get('/chats', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  });

/** Messages of a chat that a user has not read. */
export const unreadsOf = (chat: Chat, userId: number) =>
  chat.users.find((member) => member.userId === userId)?.unreads ?? 0;
