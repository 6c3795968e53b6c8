import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import * as files from '@/lib/saveAs';
import ContactListsPage from './ContactListsPage';
import ListContactsPage from './ListContactsPage';

afterEach(() => vi.restoreAllMocks());

const admin = makeUser({ profile: 'admin' });
const list = { id: 5, name: 'Clientes VIP', contactsCount: 2, checks: { valid: 1, invalid: 1, waiting: 0 } };
const person = (id: number, name: string, isWhatsappValid: boolean | null, more = {}) => ({
  id,
  name,
  number: '551198888777' + String(id),
  email: '',
  isWhatsappValid,
  checkedAt: '2026-11-20T12:00:00Z',
  ...more,
});
const PEOPLE = [person(1, 'Bia', true), person(2, 'Caio', false)];

function show(path: string) {
  const get = vi.spyOn(api, 'get').mockImplementation(((asked: string) => {
    if (asked === '/contact-lists') return Promise.resolve({ records: [list], count: 1, hasMore: false });
    if (asked === '/contact-lists/{id}') return Promise.resolve(list);
    if (asked === '/contact-list-items') return Promise.resolve({ contacts: PEOPLE, count: 2, hasMore: false });
    return new Promise(() => undefined);
  }) as never);
  renderSignedIn(
    <Routes>
      <Route path="/contact-lists" element={<ContactListsPage />} />
      <Route path="/contact-lists/:contactListId/contacts" element={<ListContactsPage />} />
    </Routes>,
    { user: admin, path },
  );
  return get;
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const asked = (get: ReturnType<typeof show>, path: string, query: object) =>
  waitFor(() =>
    expect(get).toHaveBeenCalledWith(
      path,
      expect.objectContaining({ query: expect.objectContaining(query) as object }),
    ),
  );

// spec: A022 A111
it('searches lists, hands out a sample sheet, opens the contacts of a list, and adds one', async () => {
  const saved = vi.spyOn(files, 'saveTable').mockReturnValue();
  const get = show('/contact-lists');
  await screen.findByText('Clientes VIP');
  expect(screen.getByRole('button', { name: 'Nova lista' })).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar listas' }), { target: { value: 'vip' } });
  await asked(get, '/contact-lists', { searchParam: 'vip', pageNumber: 1 });
  const row = within(screen.getByText('Clientes VIP').closest('tr') as HTMLElement);
  fireEvent.click(row.getByRole('button', { name: /planilha de exemplo/ }));
  expect(saved).toHaveBeenCalledOnce();
  expect(saved.mock.lastCall?.[1]).toMatch(/^nome;numero;email\r\n/);
  fireEvent.click(row.getByRole('button', { name: 'Abrir os contatos de Clientes VIP' }));
  expect(await title('Clientes VIP')).toBeTruthy();
  await asked(get, '/contact-list-items', { contactListId: 5 });
});

// spec: A022 A043 A111
it('shows a list by its name, with search and the ways to the lists, an import and a new contact', async () => {
  const get = show('/contact-lists/5/contacts');
  expect(await title('Clientes VIP')).toBeTruthy();
  await screen.findByText('Bia');
  const mark = (name: string) => screen.getByText(name).closest('tr')?.querySelector('td:first-child');
  expect([mark('Bia')?.textContent, mark('Caio')?.textContent]).toEqual(['No WhatsApp', 'Não tem WhatsApp']);
  expect(mark('Bia')?.querySelector('svg')?.innerHTML).not.toBe(mark('Caio')?.querySelector('svg')?.innerHTML);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar na lista' }), { target: { value: 'bia' } });
  await asked(get, '/contact-list-items', { contactListId: 5, searchParam: 'bia' });
  expect(screen.getByRole('button', { name: 'Importar' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Novo contato' }));
  const dialog = within(await screen.findByRole('dialog'));
  const post = vi.spyOn(api, 'post').mockResolvedValue(PEOPLE[0] as never);
  const write = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  write(/^Nome/, 'Duda');
  write(/^E-mail/, 'duda@');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('E-mail inválido')).toBeTruthy();
  write(/^E-mail/, 'duda@b.example');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const body = { name: 'Duda', number: '', email: 'duda@b.example', contactListId: 5 };
  await waitFor(() => expect(post).toHaveBeenCalledWith('/contact-list-items', { body }));
});

// spec: A022
it('leads from the contacts of a list back to the lists', async () => {
  show('/contact-lists/5/contacts');
  await title('Clientes VIP');
  fireEvent.click(screen.getByRole('button', { name: 'Listas' }));
  expect(await title('Listas de contatos')).toBeTruthy();
});
