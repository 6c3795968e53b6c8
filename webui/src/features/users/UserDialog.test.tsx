import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import UserDialog from './components/UserDialog';

afterEach(() => vi.restoreAllMocks());

async function show(profile: SessionUser['profile'], isNew = false) {
  vi.spyOn(api, 'get').mockResolvedValue([{ id: 10, name: 'Vendas', color: '#189b76', status: 'CONNECTED' }] as never);
  const own = makeUser({ profile });
  renderSignedIn(<UserDialog user={isNew ? null : own} onClose={vi.fn()} />, { user: own });
  await screen.findByRole('dialog');
}
const rights = () => [
  screen.queryByLabelText('Perfil'),
  screen.queryByLabelText('Conexão padrão'),
  screen.queryByRole('switch', { name: 'Ver atendimentos sem fila' }),
  screen.queryByRole('group', { name: 'Filas' }),
];

// spec: S084 S085
it.each([
  ['admin', true],
  ['supervisor', false],
  ['user', false],
] as const)('gives a %s profile, connection, visibility and queues to change: %s', async (profile, areThere) => {
  await show(profile);
  expect(rights().map((field) => field !== null)).toEqual([areThere, areThere, areThere, areThere]);
  for (const label of ['Nome', 'E-mail', 'Nova senha']) expect(screen.getByLabelText(label)).toBeTruthy();
});

// spec: S085
it('begins a new user as a User, and knows Admin beside it', async () => {
  await show('admin', true);
  const profile = screen.getByLabelText<HTMLSelectElement>('Perfil');
  expect(profile.value).toBe('user');
  expect(
    within(profile)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Admin', 'Supervisor', 'User']);
});
