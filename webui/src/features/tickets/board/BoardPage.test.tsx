import { act, renderHook, screen, waitFor, fireEvent } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
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
  const queries = get.mock.calls
    .filter(([path]) => path === '/ticket/kanban')
    .map(([, options]) => (options as { query: object }).query);
  for (const query of [{ tagId: 9 }, { tagId: 2 }, { queueId: 0 }, { queueId: 7 }, { queueId: 8 }])
    expect(queries).toContainEqual(expect.objectContaining({ ...query, page: 1 }));
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
