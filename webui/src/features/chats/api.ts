import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { chatsOptions } from '@/api/chats';
import { pageKeys } from '@/api/pageKeys';
import type { Chat } from '@/api/types';
import { withChat, withMessage, type ChatList, type ChatTalk } from '@/realtime/chatPages';
import { currentChatDraft, setChatDraft } from '@/state/chatDrafts';
import type { ChatForm } from './model';

export const useChats = (search: string) => useInfiniteQuery(chatsOptions(search));

/** The chat behind a link that the list does not show; null when it was here and is gone. */
export const useChatByName = (uuid: string | undefined, isKnown: boolean) =>
  useQuery({
    queryKey: pageKeys.chat(uuid ?? ''),
    queryFn: (): Promise<Chat | null> => api.get('/chats/{uuid}', { path: { uuid: uuid ?? '' } }),
    enabled: uuid !== undefined && !isKnown,
  });

export const useTalk = (chatId: number) =>
  useInfiniteQuery({
    queryKey: pageKeys.chatMessages(chatId),
    queryFn: ({ pageParam, signal }) =>
      api.get('/chats/{id}/messages', { path: { id: chatId }, query: { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.records[0]?.id ?? undefined) : undefined),
  });

export function useSend(chatId: number) {
  const client = useQueryClient();
  return useMutation({
    // One after the other, in the order in which they were written.
    scope: { id: `chat-${chatId}` },
    mutationFn: (message: string) => api.post('/chats/{id}/messages', { path: { id: chatId }, body: { message } }),
    onSuccess: (message) =>
      client.setQueryData<ChatTalk>(pageKeys.chatMessages(chatId), (talk) => talk && withMessage(talk, message)),
    // A130: nothing is said. What could not be sent comes back to its chat, before what has been written meanwhile.
    onError: (_error, message) =>
      setChatDraft(chatId, [message, currentChatDraft(chatId)].filter((each) => each !== '').join('\n')),
  });
}

/** A074: opening a chat reads it. A failure is made good by the next message. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, userId }: { id: number; userId: number }) =>
      api.post('/chats/{id}/read', { path: { id }, body: { userId } }),
    onSuccess: (chat) =>
      client.setQueriesData<ChatList>({ queryKey: pageKeys.chats }, (list) => list && withChat(list, chat)),
  });
}

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.chats });
};

export function useSaveChat(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ title, userIds }: ChatForm) => {
      const body = { title: title.trim(), users: userIds.map((each) => ({ id: each })) };
      return id === null ? api.post('/chats', { body }) : api.put('/chats/{id}', { path: { id }, body });
    },
    onSuccess: refresh,
  });
}

export function useDeleteChat() {
  const refresh = useRefresh();
  return useMutation({
    // A130: nothing is said; the chat is still there.
    mutationFn: (id: number) => api.delete('/chats/{id}', { path: { id } }),
    onSettled: refresh,
  });
}
