import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { showEnds } from '@/dev/inSight';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import ContactListsPage from './ContactListsPage';
import ListContactsPage from './ListContactsPage';

beforeEach(showEnds);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const list = (id: number) => ({ id, name: `Clientes ${id}`, contactsCount: 1 });
const head = { ...list(5), checks: { valid: 1, invalid: 0, waiting: 0 } };
const person = (id: number) => ({
  id,
  name: `Bia ${id}`,
  number: '5511988887777',
  email: 'bia@b.example',
  isWhatsappValid: true,
  checkedAt: '2026-11-20T12:00:00Z',
});

interface Asked {
  query: { pageNumber: number };
}

/** Two pages of one row each, of lists and of the people in one. */
async function show(path: '/contact-lists' | '/contact-lists/5/contacts') {
  vi.spyOn(api, 'get').mockImplementation(((asked: string, options: Asked) => {
    const page = options.query?.pageNumber ?? 1;
    const rest = { count: 2, hasMore: page === 1 };
    if (asked === '/contact-lists') return Promise.resolve({ records: [list(page)], ...rest });
    if (asked === '/contact-lists/{id}') return Promise.resolve(head);
    if (asked === '/contact-list-items') return Promise.resolve({ contacts: [person(page)], ...rest });
    return new Promise(() => undefined);
  }) as never);
  renderSignedIn(
    <Routes>
      <Route path="/contact-lists" element={<ContactListsPage />} />
      <Route path="/contact-lists/:contactListId/contacts" element={<ListContactsPage />} />
    </Routes>,
    { user: makeUser({ profile: 'admin' }), path },
  );
  await screen.findByText(path === '/contact-lists' ? 'Clientes 2' : 'Bia 2');
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const write = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });

// spec: A022 A081 A111
it('makes a list, says what is wrong with its name, and gives another one a new name', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(list(3) as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue(list(2) as never);
  await show('/contact-lists');
  press('Nova lista');
  await dialog();
  press('Salvar');
  expect(await screen.findByText('Obrigatório')).toBeTruthy();
  write(/^Nome$/, 'a');
  expect(await screen.findByText('Muito curto!')).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
  write(/^Nome$/, 'Fiéis');
  press('Salvar');
  await waitFor(() => expect(post.mock.calls).toEqual([['/contact-lists', { body: { name: 'Fiéis' } }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Editar Clientes 2');
  await dialog();
  expect(field(/^Nome$/).value).toBe('Clientes 2');
  write(/^Nome$/, 'Clientes antigos');
  press('Salvar');
  const body = { name: 'Clientes antigos' };
  await waitFor(() => expect(put.mock.calls).toEqual([['/contact-lists/{id}', { path: { id: 2 }, body }]]));
});

// spec: A081 A111
it('shows somebody of a list as stored, says what is wrong with each field, and changes name and number', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(person(2) as never);
  await show('/contact-lists/5/contacts');
  press('Editar Bia 2');
  await dialog();
  const labels = [/^Nome$/, /^Número/, /^E-mail/];
  expect(labels.map((label) => field(label).value)).toEqual(['Bia 2', '5511988887777', 'bia@b.example']);
  write(/^Nome$/, 'B');
  write(/^Número/, '1234567');
  press('Salvar');
  await waitFor(() => expect(screen.getAllByText('Muito curto!')).toHaveLength(2));
  expect(put).not.toHaveBeenCalled();
  write(/^Nome$/, '');
  expect(await screen.findByText('Obrigatório')).toBeTruthy();
  write(/^E-mail/, 'bia@');
  expect(await screen.findByText('E-mail inválido')).toBeTruthy();
  expect(field(/^E-mail/).getAttribute('aria-invalid')).toBe('true');
  write(/^E-mail/, 'bia@b.example');
  write(/^Nome$/, 'Beatriz');
  write(/^Número/, '5511977776666');
  press('Salvar');
  const body = { name: 'Beatriz', number: '5511977776666', email: 'bia@b.example' };
  await waitFor(() => expect(put.mock.calls).toEqual([['/contact-list-items/{id}', { path: { id: 2 }, body }]]));
});

// spec: A022 A111
it.each([
  ['/contact-lists', 'Excluir Clientes 2', 'Excluir', '/contact-lists/{id}', 'Lista excluída com sucesso!'],
  [
    '/contact-lists/5/contacts',
    'Excluir Bia 2',
    'Tirar da lista',
    '/contact-list-items/{id}',
    'Contato tirado da lista.',
  ],
] as const)('deletes in %s after a question: "%s"', async (path, name, sure, call, words) => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show(path);
  press(name);
  const question = await dialog();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: sure }));
  await waitFor(() => expect(remove.mock.calls).toEqual([[call, { path: { id: 2 } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([[words]]));
});

// spec: A022 A090 A111
it('takes people of a spreadsheet into a list, after it was said what would happen', async () => {
  const preview = { count: 1, ready: 1, rows: [], problems: [] };
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({ ...preview, created: 1 } as never);
  await show('/contact-lists/5/contacts');
  press('Importar');
  await dialog();
  const file = new File(['nome;numero\nBia;5511988887777'], 'lista.xlsx');
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  const sent = (path: string) => [path, { path: { id: 5 }, form: { file } }];
  await waitFor(() => expect(upload.mock.calls).toEqual([sent('/contact-lists/{id}/upload/preview')]));
  fireEvent.click(await screen.findByRole('button', { name: /^Importar 1/ }));
  await waitFor(() => expect(upload.mock.lastCall).toEqual(sent('/contact-lists/{id}/upload')));
});

// spec: A122
it.each([
  ['/contact-lists', 'Excluir Clientes 2', 'Excluir'],
  ['/contact-lists/5/contacts', 'Excluir Bia 2', 'Tirar da lista'],
] as const)('says so in %s when that fails: "%s"', async (path, name, sure) => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  await show(path);
  press(name);
  fireEvent.click((await dialog()).getByRole('button', { name: sure }));
  await waitFor(() => expect(told.mock.calls).toEqual([[errorText('ERR_INTERNAL')]]));
});
