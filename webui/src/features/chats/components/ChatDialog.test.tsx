import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Chat } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { ChatComposer } from './ChatComposer';
import { ChatDialog } from './ChatDialog';

afterEach(() => vi.restoreAllMocks());

const COLLEAGUES = ['Marina', 'Rafael', 'Helena'].map((name, at) => ({ id: at + 1, name, online: true, queues: [] }));
const member = (userId: number, name: string) => ({ userId, unreads: 0, user: { id: userId, name } });
const known: Chat = {
  id: 4,
  uuid: 'u',
  title: 'Turno',
  ownerId: 1,
  lastMessage: '',
  users: [member(1, 'Marina'), member(2, 'Rafael')],
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
};

beforeEach(() => void vi.spyOn(api, 'get').mockResolvedValue(COLLEAGUES as never));

async function show(chat: Chat | null) {
  const onSaved = vi.fn();
  renderSignedIn(<ChatDialog chat={chat} onSaved={onSaved} onClose={vi.fn()} />);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('Rafael');
  return {
    dialog,
    onSaved,
    write: (title: string) => fireEvent.change(dialog.getByLabelText('Título'), { target: { value: title } }),
    toggle: (name: string) => fireEvent.click(dialog.getByLabelText(name)),
    save: () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' })),
  };
}

// spec: A026 A089 A115
it('makes a chat of a title and users, says what is missing, and opens it', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(known as never);
  const { dialog, onSaved, write, toggle, save } = await show(null);
  expect(dialog.queryByLabelText('Marina'), 'oneself is in it anyway').toBeNull();
  save();
  expect(await dialog.findByText('Por favor, preencha o título da conversa.')).toBeTruthy();
  write(' Turno ');
  save();
  expect(await dialog.findByText('Por favor, selecione pelo menos um usuário.')).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
  toggle('Helena');
  toggle('Rafael');
  save();
  const body = { title: 'Turno', users: [{ id: 3 }, { id: 2 }] };
  await waitFor(() => expect(post.mock.calls).toEqual([['/chats', { body }]]));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(known));
});

// spec: A026 A115
it('shows title and users of a chat, and changes both', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(known as never);
  const { dialog, write, toggle, save } = await show(known);
  const checked = ['Rafael', 'Helena'].map((name) => dialog.getByLabelText<HTMLInputElement>(name).checked);
  expect([dialog.getByLabelText<HTMLInputElement>('Título').value, ...checked]).toEqual(['Turno', true, false]);
  write('Turno da noite');
  toggle('Rafael');
  toggle('Helena');
  save();
  const body = { title: 'Turno da noite', users: [{ id: 3 }] };
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
  await act(() => Promise.resolve());
  expect(post).not.toHaveBeenCalled();
});
