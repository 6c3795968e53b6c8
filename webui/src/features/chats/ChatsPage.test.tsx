import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import ChatsPage from './ChatsPage';

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// spec: A135 S135
it('asks for more chats within 100 px of the end of the list, and not before', async () => {
  const chat = (id: number) => ({
    id,
    uuid: `${id}`,
    title: `Chat ${id}`,
    ownerId: 1,
    lastMessage: '',
    users: [],
    createdAt: '2026-11-20T12:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
  });
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(() => Promise.resolve({ records: [chat(1)], count: 40, hasMore: true }) as never);
  renderSignedIn(<ChatsPage />, { path: '/chats' });
  const box = (await screen.findByText('Chat 1')).closest('ul')?.parentElement as HTMLElement;
  const asked = get.mock.calls.length;
  Object.defineProperties(box, { scrollHeight: { value: 1000 }, clientHeight: { value: 300 } });
  fireEvent.scroll(box, { target: { scrollTop: 600 } });
  expect(get.mock.calls).toHaveLength(asked);
  fireEvent.scroll(box, { target: { scrollTop: 601 } });
  expect(get.mock.calls).toHaveLength(asked + 1);
  // spec: S109
  expect(get.mock.lastCall).toMatchObject(['/chats', { query: { searchParam: '', pageNumber: 2 } }]);
});

// spec: S134
it('asks for chats when the typing has rested for 500 ms', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({ records: [], count: 0, hasMore: false } as never);
  const asked = () => get.mock.calls.filter(([, options]) => JSON.stringify(options ?? {}).includes('estoque'));
  renderSignedIn(<ChatsPage />, { path: '/chats' });
  const field = await screen.findByRole('searchbox');
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'estoque' } });
  await pass(499);
  expect(asked()).toHaveLength(0);
  await pass(1);
  expect(asked()).toHaveLength(1);
});
