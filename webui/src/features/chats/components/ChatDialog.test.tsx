import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Chat } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ChatComposer } from './ChatComposer';
import { ChatDialog } from './ChatDialog';

afterEach(() => vi.restoreAllMocks());

const people = [
  { id: 1, name: 'Marina' },
  { id: 2, name: 'Rafael' },
  { id: 3, name: 'Bia' },
];
const chat = {
  id: 4,
  uuid: 'u',
  title: 'Turno',
  ownerId: 1,
  users: people.slice(0, 2).map(({ id, name }) => ({ userId: id, unreads: 0, user: { id, name } })),
} as Chat;

async function show(edited: Chat | null) {
  vi.spyOn(api, 'get').mockResolvedValue(people as never);
  const post = vi.spyOn(api, 'post').mockResolvedValue(chat as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue(chat as never);
  const onSaved = vi.fn();
  renderSignedIn(<ChatDialog chat={edited} onSaved={onSaved} onClose={vi.fn()} />, { user: makeUser({ id: 1 }) });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('checkbox', { name: 'Rafael' });
  // A second press in the same turn is none.
  const save = async () => {
    fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    await act(() => new Promise((resolve) => void setTimeout(resolve)));
  };
  return { dialog, post, put, onSaved, save };
}

// spec: A026 A089 A115
it('asks for a title, then for somebody to talk to, and makes a chat of both', async () => {
  const { dialog, post, onSaved, save } = await show(null);
  const title = (value: string) => fireEvent.change(dialog.getByLabelText('Título'), { target: { value } });
  expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
  title('   ');
  await save();
  expect(dialog.getByRole('alert').textContent).toBe('Por favor, preencha o título da conversa.');
  title('Turno');
  await save();
  expect(dialog.getByRole('alert').textContent).toBe('Por favor, selecione pelo menos um usuário.');
  expect(post).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Rafael' }));
  await save();
  const made = ['/chats', { body: { title: 'Turno', users: [{ id: 2 }] } }];
  await waitFor(() => expect(post.mock.calls).toEqual([made]));
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(chat));
});

// spec: A026 A089 A115
it('shows a chat with its members, and takes none who is left without any', async () => {
  const { dialog, put, save } = await show(chat);
  expect(dialog.getByLabelText<HTMLInputElement>('Título').value).toBe('Turno');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Rafael' }));
  await save();
  expect(dialog.getByRole('alert').textContent).toBe('Por favor, selecione pelo menos um usuário.');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Bia' }));
  await save();
  const body = { title: 'Turno', users: [{ id: 3 }] };
  await waitFor(() => expect(put.mock.calls).toEqual([['/chats/{id}', { path: { id: 4 }, body }]]));
});

// spec: A089
it.each(['', '   ', ' \n '])('sends nothing of an empty message: %j', async (text) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  renderSignedIn(<ChatComposer chatId={4} />);
  const box = screen.getByRole('textbox');
  fireEvent.change(box, { target: { value: text } });
  fireEvent.keyDown(box, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(post).not.toHaveBeenCalled();
});
