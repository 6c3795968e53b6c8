import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useChatRoom, useNotificationRoom, useTicketsRoom } from './rooms';
import { joins } from './socket';

afterEach(() => vi.restoreAllMocks());

// spec: S113
it.each([
  ['a conversation', () => useChatRoom(7), { name: 'ChatBox', arg: 7 }],
  ['a list', () => useTicketsRoom('pending'), { name: 'Tickets', arg: 'pending' }],
  ['the bell', () => useNotificationRoom(), { name: 'Notification' }],
] as const)('%s hears what is told while it is shown', (_, useRoom, room) => {
  const join = vi.spyOn(joins, 'join');
  const leave = vi.spyOn(joins, 'leave');
  const { unmount } = renderHook(useRoom);
  expect(join).toHaveBeenCalledExactlyOnceWith(room);
  expect(leave).not.toHaveBeenCalled();
  unmount();
  expect(leave).toHaveBeenCalledExactlyOnceWith(room);
});
