import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Chat } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { ChatPane } from './ChatPane';

afterEach(() => vi.restoreAllMocks());

const member = (userId: number, name: string, unreads = 0) => ({ userId, unreads, user: { id: userId, name } });
const chat = (ownerId: number, unreads = 0): Chat => ({
  id: 4,
  uuid: 'u',
  title: 'Turno',
  ownerId,
  lastMessage: '',
  users: [member(1, 'Marina', unreads), member(2, 'Rafael')],
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
});

function show(ownerId: number, { unreads = 0, profile = 'user' as 'user' | 'admin' } = {}) {
  vi.spyOn(api, 'get').mockResolvedValue({ records: [], count: 0, hasMore: false } as never);
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  renderSignedIn(<ChatPane chat={chat(ownerId, unreads)} onEdit={() => undefined} />, { user: makeUser({ profile }) });
  return post;
}

// spec: A026 A048
it('names its members below its title', () => {
  show(1);
  const title = screen.getByRole('heading', { level: 2, name: 'Turno' });
  expect(title.nextElementSibling?.textContent.trim()).toBe('Marina, Rafael');
});

// spec: A096
it.each([
  [1, 'user', true],
  [2, 'user', false],
  [2, 'admin', false],
] as const)('of user %i, looked at by a %s who is 1, may be edited and deleted: %s', (ownerId, profile, may) => {
  show(ownerId, { profile });
  expect(screen.queryByRole('button', { name: 'Opções da conversa' }) !== null).toBe(may);
});

// spec: A074
it.each([
  [3, [['/chats/{id}/read', { path: { id: 4 }, body: { userId: 1 } }]]],
  [0, []],
])('with %i unread is read as soon as it is open', async (unreads, calls) => {
  const post = show(2, { unreads });
  await waitFor(() => expect(post.mock.calls).toEqual(calls));
});

// spec: A130 A133
it('is asked about before it is deleted, and says nothing when that fails', async () => {
  const told = [vi.spyOn(toast, 'error'), vi.spyOn(toast, 'warning')];
  const remove = vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  show(1);
  fireEvent.click(screen.getByRole('button', { name: 'Opções da conversa' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Esta ação não pode ser revertida, confirmar?')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(remove).toHaveBeenCalledExactlyOnceWith('/chats/{id}', { path: { id: 4 } });
  for (const each of told) expect(each).not.toHaveBeenCalled();
});
