import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { stubLayout } from '@/dev/layout';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import UsersPage from './UsersPage';

beforeEach(() => {
  // A list has as much room as its rows need.
  stubLayout({ width: 900, height: 600 });
});
afterEach(() => vi.unstubAllGlobals());

interface Asked {
  searchParam?: string;
  pageNumber?: number;
}

const marina = { ...makeUser({ id: 1, profile: 'admin' }), online: true };
const rafael = { ...makeUser({ id: 2, name: 'Rafael', email: 'rafael@aurora.example' }), online: false };

/** The page of an admin, with two pages of one user each. */
async function show() {
  const get = vi.spyOn(api, 'get').mockImplementation(((asked: string, { query }: { query?: Asked } = {}) => {
    if (asked !== '/users') return new Promise(() => undefined);
    const isFirst = query?.pageNumber === 1;
    return Promise.resolve({ users: [isFirst ? marina : rafael], count: 2, hasMore: isFirst });
  }) as never);
  renderSignedIn(<UsersPage />, { user: makeUser({ profile: 'admin' }), path: '/users' });
  await screen.findByText('Rafael');
  return () =>
    get.mock.calls.filter(([asked]) => asked === '/users').map(([, more]) => (more as { query: Asked }).query);
}

// spec: S013 S107
it('has the users page by page, and by what is searched', async () => {
  const asked = await show();
  expect(asked()).toEqual([
    { searchParam: '', pageNumber: 1 },
    { searchParam: '', pageNumber: 2 },
  ]);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar usuários' }), { target: { value: ' rafael ' } });
  await waitFor(() => expect(asked()).toContainEqual({ searchParam: 'rafael', pageNumber: 1 }));
});

// spec: S013 S041
it('shows of each user the name, the e-mail, the profile, the queues and who is there', async () => {
  await show();
  const rows = screen.getAllByRole('listitem');
  const [first, second] = rows.map((row) => within(row));
  for (const text of ['Marina', 'marina@aurora.example', 'Admin', 'Vendas', 'Online']) {
    expect(first?.getByText(text), text).toBeTruthy();
  }
  for (const text of ['Rafael', 'rafael@aurora.example', 'User', 'Offline']) {
    expect(second?.getByText(text), text).toBeTruthy();
  }
});

// spec: S013 S107
it('deletes a user once that was asked, and offers nobody himself', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show();
  expect(screen.getByRole('button', { name: 'Excluir Marina' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Excluir Rafael' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Excluir Rafael?')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/users/{id}', { path: { id: 2 } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Usuário excluído com sucesso!']]));
});
