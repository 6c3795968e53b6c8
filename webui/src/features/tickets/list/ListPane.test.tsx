import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { stubLayout } from '@/dev/layout';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ListPane } from './ListPane';

beforeEach(() => stubLayout());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Asked {
  status?: string | null;
  showAll?: boolean;
}

/** How many tickets each list has. */
const COUNTS: Record<string, number> = { open: 3, pending: 2, lead: 1, closed: 7 };

/** The list of somebody at an address, and what it asks of the tickets. */
function show(profile: SessionUser['profile'], path = '/tickets') {
  const get = vi.spyOn(api, 'get').mockImplementation(((asked: string, { query }: { query?: Asked } = {}) => {
    if (asked !== '/tickets') return Promise.resolve([]);
    return Promise.resolve({ tickets: [], count: COUNTS[query?.status ?? ''] ?? 0, hasMore: false, nextCursor: null });
  }) as never);
  renderSignedIn(<ListPane selectedUuid={null} />, { user: makeUser({ profile }), path });
  return () =>
    get.mock.calls.filter(([asked]) => asked === '/tickets').map(([, more]) => (more as { query: Asked }).query);
}

const tabs = (name: string) =>
  [...screen.getByRole('tablist', { name }).querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
const all = () => screen.queryByRole<HTMLInputElement>('switch', { name: 'Todos' });

// spec: S028
it('has open, closed and search, and inside open three lists, each with how many it has', async () => {
  const asked = show('user');
  expect(tabs('Situação dos atendimentos')).toEqual(['Abertos', 'Fechados', 'Busca']);
  await waitFor(() => expect(tabs('Listas de atendimentos abertos')).toEqual(['Atendendo3', 'Aguardando2', 'Leads1']));
  expect(asked().map(({ status }) => status)).toEqual(['open', 'pending', 'lead']);
});

// spec: S028
it.each(['user', 'supervisor', 'admin'] as const)(
  'lists for a %s all closed tickets, without a switch',
  async (who) => {
    const asked = show(who, '/tickets?tab=closed&all=0');
    await waitFor(() => expect(asked()).toMatchObject([{ status: 'closed', showAll: true }]));
    expect(all()).toBeNull();
  },
);

// spec: S030 S084
it.each([
  ['admin', true],
  ['supervisor', false],
] as const)('has for a %s a switch that shows all, which is on at first: %s', async (profile, isOn) => {
  const asked = show(profile);
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().map(({ showAll }) => showAll)).toEqual([isOn, isOn, isOn]);
  expect(all()?.checked).toBe(isOn);
  fireEvent.click(all()!);
  await waitFor(() => expect(asked()).toHaveLength(6));
  expect(
    asked()
      .slice(3)
      .map(({ showAll }) => showAll),
  ).toEqual([!isOn, !isOn, !isOn]);
});

// spec: S030
it('has no such switch for an attendant, whatever the address says', async () => {
  const asked = show('user', '/tickets?all=1');
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().map(({ showAll }) => showAll)).toEqual([false, false, false]);
  expect(all()).toBeNull();
});

// spec: S029 S087
it.each([
  ['admin', true],
  ['supervisor', false],
  ['user', false],
] as const)('searches for a %s by text, tags and queues, and by attendants: %s', async (profile, isThere) => {
  show(profile, '/tickets?tab=search');
  expect(await screen.findByRole('searchbox')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Tags' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filas: Todas as filas' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Atendentes' }) !== null).toBe(isThere);
});

// spec: S030
it('begins a new ticket by its button', async () => {
  show('user');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Novo' }));
  expect(await screen.findByRole('dialog', { name: 'Novo atendimento' })).toBeTruthy();
});
