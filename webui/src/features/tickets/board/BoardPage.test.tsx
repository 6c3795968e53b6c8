import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { showEnds } from '@/dev/inSight';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { useMoveCard } from './api';
import BoardPage from './BoardPage';
import { tagLane } from './model';

const wide = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tag = (id: number, name: string, priority: number) => ({ id, name, color: '#111111', priority, category: '' });
const TAGS = [tag(9, 'Novo', 1), tag(2, 'Pago', 2)];
const QUEUES = [
  { id: 7, name: 'Vendas', color: '#333333' },
  { id: 8, name: 'Suporte', color: '#444444' },
];

// spec: A024 A046 A072 A113
it('has lanes of tags in their order, and lanes of queues beside that of the tickets without one', async () => {
  const get = vi.spyOn(api, 'get').mockImplementation(((path: string) => {
    if (path === '/tags/kanban') return Promise.resolve({ lista: TAGS });
    if (path === '/queue-kanban') return Promise.resolve({ lista: QUEUES });
    if (path === '/ticket/kanban') return Promise.resolve({ tickets: [], count: 0, unread: 0, hasMore: false });
    return new Promise(() => undefined);
  }) as never);
  renderSignedIn(<BoardPage />, { user: makeUser({ profile: 'admin' }), path: '/kanban' });
  const lanes = () => [...document.querySelectorAll('section[data-lane] h2')].map(({ textContent }) => textContent);
  await waitFor(() => expect(lanes()).toEqual(['Novo', 'Pago']));
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['TAGS', 'FILAS']);
  expect(screen.getByRole('button', { name: /^Categorias/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'FILAS' }));
  await waitFor(() => expect(lanes()).toEqual(['Sem fila', 'Vendas', 'Suporte']));
  expect(screen.queryByRole('button', { name: /^Categorias/ })).toBeNull();
  const inks = [...document.querySelectorAll('section[data-lane] [style*="--q"]')].map((bar) =>
    bar.getAttribute('style'),
  );
  expect(inks.map((ink) => /#\d{6}/.exec(ink ?? '')?.[0])).toEqual(QUEUES.map(({ color }) => color));
  const queries = get.mock.calls
    .filter(([path]) => path === '/ticket/kanban')
    .map(([, options]) => (options as { query: object }).query);
  for (const query of [{ tagId: 9 }, { tagId: 2 }, { queueId: 0 }, { queueId: 7 }, { queueId: 8 }])
    expect(queries).toContainEqual(expect.objectContaining({ ...query, page: 1 }));
});

/** A board of two lanes of tags, of which the first has two pages of one card each. */
async function showCards() {
  showEnds();
  const cards = [makeTicket({ id: 48, uuid: 'u48' }), makeTicket({ id: 49, uuid: 'u49' })];
  const get = vi.spyOn(api, 'get').mockImplementation(((path: string, options: Asked) => {
    if (path === '/tags/kanban') return Promise.resolve({ lista: TAGS });
    if (path !== '/ticket/kanban') return new Promise(() => undefined);
    const { tagId, page } = options.query;
    const tickets = tagId === 9 ? cards.slice(page - 1, page) : [];
    return Promise.resolve({ tickets, count: tagId === 9 ? 2 : 0, unread: 0, hasMore: tagId === 9 && page === 1 });
  }) as never);
  renderSignedIn(
    <>
      <BoardPage />
      <Place />
    </>,
    { user: makeUser({ profile: 'admin' }), path: '/kanban' },
  );
  await screen.findByText(/^#49/);
  return () =>
    get.mock.calls.filter(([path]) => path === '/ticket/kanban').map(([, more]) => (more as never as Asked).query);
}

interface Asked {
  query: { tagId: number; page: number; searchParam: string };
}

function Place() {
  return <output aria-label="place">{useLocation().search}</output>;
}

// spec: A024 A113
it('brings the next cards of a lane at its end, and those that are searched', async () => {
  const asked = await showCards();
  const pages = asked().filter(({ tagId }) => tagId === 9);
  expect(pages.map(({ page }) => page)).toEqual([1, 2]);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar no quadro' }), { target: { value: 'bia' } });
  for (const tagId of [9, 2])
    // eslint-disable-next-line no-await-in-loop
    await waitFor(() =>
      expect(asked()).toContainEqual(expect.objectContaining({ tagId, page: 1, searchParam: 'bia' })),
    );
});

// spec: A024
it('opens the ticket of the card that is pressed', async () => {
  await showCards();
  const card = screen.getByText(/^#49/).closest('[data-card]') as HTMLElement;
  fireEvent.click(within(card).getByRole('button', { name: 'Beatriz Nogueira' }));
  await waitFor(() => expect(screen.getByLabelText('place').textContent).toBe('?ticket=u49'));
});

// spec: A072 A113
it('carries a card to the lane that is chosen in its menu, on top of it', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(makeTicket({ id: 48 }) as never);
  await showCards();
  const card = screen.getByText(/^#48/).closest('[data-card]') as HTMLElement;
  fireEvent.click(within(card).getByRole('button', { name: /^Mover/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Pago' }));
  const body = { tagId: 2, fromTagId: 9, afterTicketId: null };
  await waitFor(() =>
    expect(put.mock.calls).toEqual([['/ticket/kanban/{ticketId}', { path: { ticketId: 48 }, body }]]),
  );
});

// spec: A024
it('shows the lanes of the chosen categories alone', async () => {
  await showCards();
  const lanes = () => [...document.querySelectorAll('section[data-lane] h2')].map(({ textContent }) => textContent);
  fireEvent.click(screen.getByRole('button', { name: /^Categorias/ }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Pago' }));
  await waitFor(() => expect(lanes()).toEqual(['Pago']));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Novo' }));
  await waitFor(() => expect(lanes()).toEqual(['Novo', 'Pago']));
});

const queueLane = (id: number) => ({ ...tagLane(tag(id, 'Fila', 0)), key: `queues:${id}`, kind: 'queues' as const });

// spec: A072 A126 A131
it.each([
  ['a queue', queueLane(7), queueLane(8), { queueId: 8 }, 'Fila do Ticket Atualizada com Sucesso!'],
  ['none', queueLane(7), queueLane(0), { queueId: null }, 'Fila do Ticket Atualizada com Sucesso!'],
  ['a tag', tagLane(tag(9, 'Novo', 1)), tagLane(tag(2, 'Pago', 2)), { tagId: 2, fromTagId: 9 }, 'Ticket atualizado'],
])(
  'says of a card that was moved to %s how that ended, and puts back what was refused',
  async (_, from, to, body, words) => {
    signIn({ token: 'test', user: makeUser({ profile: 'admin' }) });
    const [done, failed] = [vi.spyOn(toast, 'success').mockReturnValue(), vi.spyOn(toast, 'error').mockReturnValue()];
    const ticket = makeTicket({ id: 48 });
    const put = vi.spyOn(api, 'put').mockResolvedValue(ticket as never);
    const client = new QueryClient();
    const wrapper = ({ children }: PropsWithChildren) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const lay = vi.fn();
    const { result } = renderHook(() => useMoveCard(lay), { wrapper });
    const drop = { ticket, from, to, above: undefined, below: undefined };
    act(() => result.current(drop));
    await waitFor(() => expect(done.mock.calls).toEqual([[words]]));
    expect(put.mock.lastCall).toEqual([
      '/ticket/kanban/{ticketId}',
      { path: { ticketId: 48 }, body: { ...body, afterTicketId: null } },
    ]);
    put.mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
    act(() => result.current(drop));
    await waitFor(() => expect(failed.mock.calls).toEqual([['Erro ao atualizar fila']]));
    expect(lay).toHaveBeenLastCalledWith(ticket);
  },
);
