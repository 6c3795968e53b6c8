import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { paths } from '@/app/paths';
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

const turno = {
  id: 4,
  uuid: 'u4',
  title: 'Turno',
  ownerId: 1,
  lastMessage: 'Rafael: Eu fico.',
  users: [1, 2].map((userId) => ({ userId, unreads: 4 - userId, user: { id: userId, name: `Pessoa ${userId}` } })),
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
};

/** One chat, and two colleagues beside oneself. */
function serve() {
  const people = ['Marina', 'Rafael', 'Bianca'].map((name, at) => ({ id: at + 1, name, online: false, queues: [] }));
  const said = { id: 9, chatId: 4, senderId: 2, sender: { id: 2, name: 'Rafael' }, message: 'Eu fico.' };
  const answers: Record<string, unknown> = {
    '/chats': { records: [turno], count: 1, hasMore: false },
    '/chats/{uuid}': turno,
    '/chats/{id}/messages': { records: [{ ...said, createdAt: turno.createdAt }], count: 1, hasMore: false },
    '/users/list': people,
  };
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
}

// spec: A026 A048
it.each([false, true])(
  'shows list and messages, which are two tabs where there is little room: %s',
  async (isNarrow) => {
    vi.stubGlobal('matchMedia', () => ({ ...wide, matches: isNarrow }));
    serve();
    renderSignedIn(<ChatsPage />, { path: '/chats' });
    const row = () => screen.queryByRole('button', { name: /Turno/ });
    await waitFor(() => expect(row()).toBeTruthy());
    for (const text of ['Rafael: Eu fico.', '3'])
      expect(within(row() as HTMLElement).getByText(text), text).toBeTruthy();
    const tabs = () => screen.queryAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs()).toEqual(isNarrow ? ['Chats', 'Mensagens'] : []);
    expect(screen.queryByText('Nenhuma conversa aberta') === null).toBe(isNarrow);
    if (!isNarrow) return;
    fireEvent.click(screen.getByRole('tab', { name: 'Mensagens' }));
    expect(row()).toBeNull();
    expect(screen.getByText('Nenhuma conversa aberta')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Chats' }));
    fireEvent.click(row() as HTMLElement);
    // what is chosen is shown
    expect(screen.getByRole('tab', { name: 'Mensagens' }).getAttribute('aria-selected')).toBe('true');
  },
);

// spec: A026 A048 A089
it('makes a chat of a title and the colleagues who are chosen, and of nothing less', async () => {
  serve();
  const post = vi.spyOn(api, 'post').mockResolvedValue(turno as never);
  renderSignedIn(<ChatsPage />, { path: '/chats' });
  await screen.findByText('Turno');
  fireEvent.click(screen.getAllByRole('button', { name: 'Nova conversa' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await dialog.findByLabelText('Rafael');
  expect(dialog.queryByLabelText('Marina'), 'nobody chooses himself').toBeNull();
  save();
  expect(await dialog.findByText('Por favor, preencha o título da conversa.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Título'), { target: { value: ' Plantão ' } });
  save();
  expect(await dialog.findByText('Por favor, selecione pelo menos um usuário.')).toBeTruthy();
  fireEvent.click(dialog.getByLabelText('Bianca'));
  expect(post).not.toHaveBeenCalled();
  save();
  const body = { title: 'Plantão', users: [{ id: 3 }] };
  await waitFor(() => expect(post.mock.calls).toContainEqual(['/chats', { body }]));
});

/** What the page at the address of a chat asks for a chat by its name. */
async function askedAt(uuid: string) {
  serve();
  renderSignedIn(
    <Routes>
      <Route path={paths.chatPattern} element={<ChatsPage />} />
    </Routes>,
    { path: paths.chat(uuid) },
  );
  await screen.findByRole('region', { name: 'Turno' });
  return vi.mocked(api.get).mock.calls.filter(([path]) => path === '/chats/{uuid}');
}

// spec: S015 S109
it('asks for the chat of the address that its list does not have', async () => {
  expect(await askedAt('u9')).toEqual([['/chats/{uuid}', { path: { uuid: 'u9' } }]]);
});

// spec: S015 S109
it('asks for no chat that its list has', async () => {
  expect(await askedAt('u4')).toEqual([]);
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
