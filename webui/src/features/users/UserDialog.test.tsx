import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
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

// spec: S085 A091
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

// spec: S131
it('says once that a user was saved', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 2 } as never);
  await show('admin', true);
  const form = { Nome: 'Rafael', 'E-mail': 'rafael@aurora.example', Senha: 'Aurora123' };
  for (const [label, value] of Object.entries(form)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(said.mock.calls).toEqual([['Usuário salvo com sucesso.']]));
  expect(post).toHaveBeenCalledTimes(1);
});

// spec: S041 S085 S107
it('sends of a user everything that was changed', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 2 } as never);
  const answers = [{ id: 11, name: 'Suporte', color: '#2f74d0', status: 'CONNECTED' }];
  vi.spyOn(api, 'get').mockResolvedValue(answers as never);
  const edited = makeUser({ id: 2, name: 'Rafael', email: 'rafael@aurora.example', queues: [] });
  renderSignedIn(<UserDialog user={edited} onClose={vi.fn()} />, { user: makeUser({ profile: 'admin' }) });
  await screen.findByRole('option', { name: 'Suporte' });
  const changes = {
    Nome: 'Rafael Lima',
    'E-mail': 'lima@aurora.example',
    'Nova senha': 'Aurora123',
    Perfil: 'supervisor',
    'Conexão padrão': '11',
  };
  for (const [label, value] of Object.entries(changes)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('switch', { name: 'Ver atendimentos sem fila' }));
  fireEvent.click(within(screen.getByRole('group', { name: 'Filas' })).getByLabelText('Suporte'));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  const own = { name: 'Rafael Lima', email: 'lima@aurora.example', password: 'Aurora123' };
  const rightsNow = { profile: 'supervisor', whatsappId: 11, queueIds: [11], allTicket: 'enabled' };
  expect(put.mock.calls[0]).toEqual(['/users/{id}', { path: { id: 2 }, body: { ...own, ...rightsNow } }]);
});

// spec: S072
it('says at its fields what is wrong with a user, and sends nothing', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 2 } as never);
  await show('admin', true);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findAllByText('Required')).toHaveLength(3);
  const wrong = { Nome: 'R', 'E-mail': 'rafael@', Senha: '1'.repeat(51) };
  for (const [label, value] of Object.entries(wrong)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  for (const words of ['Too Short!', 'Invalid email', 'Too Long!']) expect(await screen.findByText(words)).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
});
