import type { Chat, ChatMessage } from '@/api/types';
import type { MessageId } from '@/i18n';
import { compareIso } from '@/lib/iso';

/** What the dialog edits; the owner is a member without being named. */
export interface ChatForm {
  title: string;
  userIds: number[];
}

export const toForm = (chat: Chat | null): ChatForm => ({
  title: chat?.title ?? '',
  userIds: chat?.users.filter((member) => member.userId !== chat.ownerId).map((member) => member.userId) ?? [],
});

/** A089: the problem of a form, as an id of the catalogue. */
export function problemOf({ title, userIds }: ChatForm): MessageId | null {
  if (title.trim() === '') return 'chats.titleMissing';
  if (title.trim().length < 2 || title.trim().length > 50) return 'chats.titleLength';
  if (userIds.length === 0) return 'chats.usersMissing';
  return null;
}

/** Who wrote last comes first. */
export const inOrder = (chats: readonly Chat[]): Chat[] =>
  chats.toSorted((a, b) => compareIso(b.updatedAt, a.updatedAt) || b.id - a.id);

export interface TalkRow {
  message: ChatMessage;
  isMine: boolean;
  /** The first of a run of one sender: shows his name. */
  isFirst: boolean;
  /** The day changes here. */
  day: string | null;
}

const dayOf = (iso: string) => new Date(iso).toDateString();

export const toRows = (messages: readonly ChatMessage[], userId: number): TalkRow[] =>
  messages.map((message, place) => {
    const before = messages[place - 1];
    const isNewDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt);
    return {
      message,
      isMine: message.senderId === userId,
      isFirst: isNewDay || before.senderId !== message.senderId,
      day: isNewDay ? message.createdAt : null,
    };
  });
