import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { stubLayout } from '@/dev/layout';
import { makeContact } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import ContactsPage from './ContactsPage';

beforeEach(() => {
  // A list has as much room as its rows need.
  stubLayout({ width: 900, height: 600 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bia = makeContact({ id: 8, name: 'Bia', email: 'bia@exemplo.example', profilePicUrl: '/foto.jpg' });
const rui = makeContact({ id: 9, name: 'Rui', number: '5511977776666' });

/** The page at an address, with two pages of one contact each. */
async function show(path = '/contacts', first = bia, user = makeUser()) {
  const get = vi.spyOn(api, 'get').mockImplementation(((asked: string, { query }: { query?: Asked } = {}) => {
    if (asked !== '/contacts') return new Promise(() => undefined);
    const isFirst = query?.pageNumber === 1;
    return Promise.resolve({ contacts: [isFirst ? first : rui], count: 2, hasMore: isFirst });
  }) as never);
  renderSignedIn(<ContactsPage />, { path, user });
  await screen.findByText('Rui');
  return () =>
    get.mock.calls.filter(([asked]) => asked === '/contacts').map(([, more]) => (more as { query: Asked }).query);
}

interface Asked {
  searchParam?: string;
  pageNumber?: number;
}

// spec: S012 S108
it('comes page by page, with how many there are, by what is searched and by the days', async () => {
  const asked = await show('/contacts?search=bia&from=2026-11-01&to=2026-11-30');
  const days = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
  expect(asked()).toEqual([
    { searchParam: 'bia', pageNumber: 1, ...days },
    { searchParam: 'bia', pageNumber: 2, ...days },
  ]);
  expect(screen.getByText('2 contatos')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar contatos' }), { target: { value: ' rui ' } });
  await waitFor(() => expect(asked()).toContainEqual({ searchParam: 'rui', pageNumber: 1, ...days }));
});

// spec: S012 S044
it('shows of each contact the picture, the name, the number and the e-mail', async () => {
  await show();
  const [row] = screen.getAllByRole('listitem');
  expect(row?.querySelector('img[src="/foto.jpg"]')).toBeTruthy();
  const inSight = (text: string) =>
    within(row as HTMLElement)
      .getAllByText(text)
      .filter((element) => getComputedStyle(element).display !== 'none');
  for (const text of ['Bia', '+55 11 98888-7777', 'bia@exemplo.example']) expect(inSight(text), text).toHaveLength(1);
});

const field = (label: string) => screen.getByLabelText(label, { exact: true });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

// spec: S039 S044 S073 S108 S131
it('makes a contact once its fields are right', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue(bia as never);
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Novo contato' }));
  await screen.findByRole('dialog', { name: 'Novo contato' });
  write('Nome', 'A');
  write('Número', '1234567');
  write('E-mail (opcional)', 'ana@');
  save();
  expect(await screen.findAllByText('Muito curto!')).toHaveLength(2);
  expect(screen.getByText('E-mail inválido')).toBeTruthy();
  const good = { name: 'Ana', number: '5511966665555', email: 'ana@exemplo.example' };
  write('Nome', good.name);
  write('Número', '+55 11 96666-5555');
  write('E-mail (opcional)', good.email);
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar informação' }));
  write('Nome da informação 1', 'CPF');
  write('Valor da informação 1', '123');
  save();
  await waitFor(() => expect(said.mock.calls).toEqual([['Contato salvo com sucesso.']]));
  const body = { ...good, extraInfo: [{ name: 'CPF', value: '123' }] };
  expect(post.mock.calls).toEqual([['/contacts', { body }]]);
});

// spec: S039 S044 S108
it('changes a contact, whose fields and pairs are as they were', async () => {
  const extraInfo = [
    { name: 'CPF', value: '123' },
    { name: 'Loja', value: 'Centro' },
  ];
  const put = vi.spyOn(api, 'put').mockResolvedValue(bia as never);
  await show('/contacts', { ...bia, extraInfo });
  fireEvent.click(screen.getByRole('button', { name: 'Editar Bia' }));
  await screen.findByRole('dialog', { name: 'Editar contato' });
  const shown = ['Nome', 'Número', 'E-mail (opcional)', 'Nome da informação 2', 'Valor da informação 2'].map(
    (label) => (field(label) as HTMLInputElement).value,
  );
  expect(shown).toEqual(['Bia', '5511988887777', 'bia@exemplo.example', 'Loja', 'Centro']);
  fireEvent.click(screen.getByRole('button', { name: 'Remover a informação 1' }));
  write('Nome', 'Bia Nogueira');
  save();
  const body = { name: 'Bia Nogueira', number: '5511988887777', email: 'bia@exemplo.example' };
  await waitFor(() =>
    expect(put.mock.calls).toEqual([
      ['/contacts/{id}', { path: { id: 8 }, body: { ...body, extraInfo: extraInfo.slice(1) } }],
    ]),
  );
});

const chooseOf = async (name: string, act: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Mais ações de ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: act }));
  return within(await screen.findByRole('dialog'));
};

// spec: S108
it('deletes the contact that was chosen after a question, and says so', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show('/contacts', bia, makeUser({ profile: 'admin' }));
  const question = await chooseOf('Rui', 'Excluir');
  expect(question.getByText('Excluir Rui?')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/contacts/{id}', { path: { id: 9 } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Contato excluído com sucesso!']]));
});

// spec: S108 A122
it('says why a contact cannot be deleted, and keeps it', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_CONTACT_IN_USE', 409, ''));
  const [told, said] = [vi.spyOn(toast, 'error').mockReturnValue(), vi.spyOn(toast, 'success').mockReturnValue()];
  await show('/contacts', bia, makeUser({ profile: 'admin' }));
  fireEvent.click((await chooseOf('Rui', 'Excluir')).getByRole('button', { name: 'Excluir' }));
  const words = 'O contato tem atendimentos e não pode ser excluído.';
  await waitFor(() => expect(told.mock.calls).toEqual([[words]]));
  expect(said).not.toHaveBeenCalled();
  expect(screen.getByText('Rui')).toBeTruthy();
});
