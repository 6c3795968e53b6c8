import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { readView } from './filters';
import SearchPanel from './SearchPanel';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Panel() {
  const [view, setView] = useState(readView(new URLSearchParams('tab=search'), false));
  return (
    <SearchPanel
      view={view}
      mayShowAll={false}
      selectedUuid={null}
      onChange={(part) => setView((known) => ({ ...known, ...part }))}
      onNew={() => undefined}
    />
  );
}

// spec: S095 S134
it('asks for tickets when the typing has rested for 500 ms', async () => {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(
      (path: string) =>
        Promise.resolve(
          path === '/tickets' ? { tickets: [], count: 0, hasMore: false, nextCursor: null } : [],
        ) as never,
    );
  const asked = () =>
    get.mock.calls.filter(
      ([path, options]) =>
        path === '/tickets' && (options as { query?: { searchParam?: string } }).query?.searchParam === 'vestido',
    );
  renderSignedIn(<Panel />);
  const field = await screen.findByRole('searchbox');
  vi.useFakeTimers();
  for (const value of ['vest', 'vestido']) {
    fireEvent.change(field, { target: { value } });
    await pass(499);
    expect(asked()).toHaveLength(0);
  }
  await pass(1);
  expect(asked()).toHaveLength(1);
});

// spec: S029 S087
it.each([
  ['admin', true],
  ['supervisor', false],
  ['user', false],
] as const)('has for a %s the filter by attendants: %s', async (profile, isThere) => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
  renderSignedIn(<Panel />, { user: makeUser({ profile }) });
  // the filter by tags is everybody's
  expect(await screen.findByRole('button', { name: 'Tags' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Atendentes' }) !== null).toBe(isThere);
});

// spec: S029 S087 S095
it('asks an admin for the tickets of the attendants that were chosen', async () => {
  const empty = { tickets: [], count: 0, hasMore: false, nextCursor: null };
  const users = [{ id: 4, name: 'Rafael Lima', profile: 'user', online: false, queues: [] }];
  const get = vi.spyOn(api, 'get').mockImplementation(((path: string) => {
    if (path === '/tickets') return Promise.resolve(empty);
    return Promise.resolve(path === '/users/list' ? users : []);
  }) as never);
  renderSignedIn(<Panel />, { user: makeUser({ profile: 'admin' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Atendentes' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Rafael Lima' }));
  const asked = () =>
    get.mock.calls
      .filter(([path]) => path === '/tickets')
      .map(([, options]) => (options as { query: { users: readonly number[] } }).query.users);
  await waitFor(() => expect(asked().at(-1)).toEqual([4]));
});

// spec: S029 S087 S095
it.each([
  ['Tags', '/tags/list', 'tags'],
  ['Atendentes', '/users/list', 'users'],
] as const)(
  'asks for all %s that were chosen, and one that is taken away leaves the others',
  async (label, from, part) => {
    const known = ['Bento', 'Caio', 'Dora'].map((name, at) => ({ id: at + 4, name, color: '#189b76' }));
    const empty = { tickets: [], count: 0, hasMore: false, nextCursor: null };
    const get = vi.spyOn(api, 'get').mockImplementation(((path: string) => {
      if (path === '/tickets') return Promise.resolve(empty);
      return Promise.resolve(path === from ? known : []);
    }) as never);
    const last = () =>
      get.mock.calls.findLast(([path]) => path === '/tickets')?.[1] as { query: Record<string, unknown> };
    renderSignedIn(<Panel />, { user: makeUser({ profile: 'admin' }) });
    fireEvent.click(await screen.findByRole('button', { name: label }));
    const press = async (name: string) => fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }));
    for (const name of ['Bento', 'Caio', 'Dora']) await press(name);
    await waitFor(() => expect(last().query[part]).toEqual([4, 5, 6]));
    await press('Caio');
    await waitFor(() => expect(last().query[part]).toEqual([4, 6]));
    const ticks = screen.getAllByRole('menuitemcheckbox').map((item) => item.getAttribute('aria-checked'));
    expect(ticks).toEqual(['true', 'false', 'true']);
  },
);
