import { useInfiniteQuery } from '@tanstack/react-query';
import { chatsOptions, unreadsOf } from '@/api/chats';
import { useUser } from '@/state/session';

/** Chats with messages that the user has not read; they are among those that were written to last. */
export function useUnreadChats() {
  const user = useUser();
  const query = useInfiniteQuery(chatsOptions(''));
  const chats = query.data?.pages.flatMap((page) => page.records) ?? [];
  return { ...query, chats, count: chats.filter((chat) => unreadsOf(chat, user.id) > 0).length };
}
