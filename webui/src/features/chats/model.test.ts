import { describe, expect, it } from 'vitest';
import type { Chat, ChatMessage } from '@/api/types';
import { inOrder, problemOf, toForm, toRows } from './model';
import { withChat, withMessage, withoutChat } from '@/realtime/chatPages';

const chat = (id: number, updatedAt: string): Chat => ({
  id,
  uuid: `${id}`,
  title: `Chat ${id}`,
  ownerId: 1,
  lastMessage: '',
  users: [
    { userId: 1, unreads: 0, user: { id: 1, name: 'Ana' } },
    { userId: 2, unreads: 0, user: { id: 2, name: 'Bia' } },
  ],
  createdAt: updatedAt,
  updatedAt,
});

const message = (id: number, senderId: number, createdAt = '2026-11-20T12:00:00Z'): ChatMessage => ({
  id,
  chatId: 1,
  senderId,
  sender: { id: senderId, name: `Pessoa ${senderId}` },
  message: `Texto ${id}`,
  createdAt,
});

// spec: S048 S109
describe('the cache of chats', () => {
  it('takes a message once, behind the newest', () => {
    const talk = {
      pages: [
        { records: [message(5, 1)], count: 2, hasMore: true },
        { records: [message(4, 2)], count: 2, hasMore: false },
      ],
      pageParams: [null, 5],
    };
    const grown = withMessage(withMessage(talk, message(6, 2)), message(6, 2));
    expect(grown.pages.map((page) => page.records.map((each) => each.id))).toEqual([[5, 6], [4]]);
  });

  it('follows a chat and forgets one that is gone', () => {
    const list = {
      pages: [
        { records: [chat(1, '2026-11-20T12:00:00Z'), chat(2, '2026-11-20T11:00:00Z')], count: 2, hasMore: false },
      ],
      pageParams: [1],
    };
    const changed = withChat(list, { ...chat(2, '2026-11-20T13:00:00Z'), title: 'Novo' });
    const records = changed.pages.flatMap((page) => page.records);
    expect(inOrder(records).map((each) => each.title)).toEqual(['Novo', 'Chat 1']);
    expect(withoutChat(changed, 1).pages[0]?.records.map((each) => each.id)).toEqual([2]);
  });
});

describe('a chat', () => {
  // spec: A089
  it('needs a title and somebody to talk to', () => {
    expect(toForm(chat(1, ''))).toEqual({ title: 'Chat 1', userIds: [2] });
    expect(problemOf({ title: ' ', userIds: [2] })).toBe('chats.titleMissing');
    expect(problemOf({ title: 'x', userIds: [2] })).toBe('chats.titleLength');
    expect(problemOf({ title: 'Equipe', userIds: [] })).toBe('chats.usersMissing');
    expect(problemOf({ title: 'Equipe', userIds: [2] })).toBeNull();
  });

  it('names the sender at the head of his run, and the day where it changes', () => {
    const rows = toRows([message(1, 2), message(2, 2), message(3, 1), message(4, 1, '2026-11-21T15:00:00Z')], 1);
    expect(rows.map((row) => [row.isMine, row.isFirst, row.day !== null])).toEqual([
      [false, true, true],
      [false, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });
});
