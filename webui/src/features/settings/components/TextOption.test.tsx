import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import { pageKeys } from '@/api/pageKeys';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { signOut } from '@/state/session';
import { OptionsTab } from './OptionsTab';

afterEach(() => {
  cleanup();
  signOut();
  vi.restoreAllMocks();
});

const ON = { key: 'sendMsgTransfTicket', value: 'enabled' };

function show(settings: { key: string; value: string }[]) {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'x', value: 'y' } as never);
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/settings' ? settings : []) as never,
  );
  const { client } = renderSignedIn(<OptionsTab />, { user: makeUser({ profile: 'admin' }) });
  client.setQueryData(pageKeys.settings, settings);
  return put;
}

it('has the words of each kind of transfer where transfers are told, and saves them when the field is left', async () => {
  const put = show([ON, { key: 'transferUserText', value: 'Agora com {{user}}.' }]);
  const queue = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Aviso de outra fila' });
  expect(queue.placeholder).toBe('Você foi transferido para o departamento *{{queue}}*, por favor aguarde.');
  expect(screen.getByRole('textbox', { name: 'Aviso de outro atendente' })).toHaveProperty(
    'value',
    'Agora com {{user}}.',
  );
  expect(screen.getByRole('textbox', { name: 'Aviso de outra fila e outro atendente' })).toHaveProperty('value', '');
  fireEvent.change(queue, { target: { value: ' Já vai, {{queue}}! ' } });
  expect(put).not.toHaveBeenCalled();
  fireEvent.blur(queue);
  const saved = { path: { settingKey: 'transferQueueText' }, body: { value: 'Já vai, {{queue}}!' } };
  await waitFor(() => expect(put.mock.calls).toEqual([['/settings/{settingKey}', saved]]));
});

it('is as it was before at Escape, and saves nothing that has not changed', async () => {
  const put = show([ON, { key: 'transferUserText', value: 'Agora com {{user}}.' }]);
  const user = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Aviso de outro atendente' });
  fireEvent.change(user, { target: { value: 'Outra coisa' } });
  fireEvent.keyDown(user, { key: 'Escape' });
  expect(user.value).toBe('Agora com {{user}}.');
  fireEvent.change(user, { target: { value: 'Agora com {{user}}. ' } });
  fireEvent.blur(user);
  expect(put).not.toHaveBeenCalled();
});

it('keeps what was refused where it was written, to be saved once more', async () => {
  const put = show([ON]);
  put.mockRejectedValueOnce(new ApiError('ERR_NETWORK', 0, ''));
  const queue = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Aviso de outra fila' });
  fireEvent.change(queue, { target: { value: 'Já vai!' } });
  fireEvent.blur(queue);
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  await act(async () => {});
  expect(queue.value).toBe('Já vai!');
  fireEvent.blur(queue);
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
});

it('asks before a link leads away from it, but not when that is what saves it, and is there again when it was refused', async () => {
  const put = show([ON]);
  let refuse = () => {};
  put.mockReturnValueOnce(
    new Promise((_, reject) => (refuse = () => reject(new ApiError('ERR_NETWORK', 0, '')))) as never,
  );
  const link = document.createElement('a');
  link.href = '#queues';
  const follow = vi.fn();
  link.addEventListener('click', follow);
  document.body.append(link);
  const find = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Aviso de outra fila' });
  const queue = await find();
  fireEvent.change(queue, { target: { value: 'Já vai!' } });
  fireEvent.click(link);
  expect(follow).not.toHaveBeenCalled();
  const question = await screen.findByRole('dialog', { name: 'Descartar as mudanças?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Continuar editando' }));
  fireEvent.blur(queue);
  fireEvent.click(link);
  expect(follow).toHaveBeenCalledTimes(1);
  // left once more it is not saved a second time
  fireEvent.blur(queue);
  await act(async () => {});
  expect(put).toHaveBeenCalledTimes(1);
  cleanup();
  await act(async () => refuse());
  show([ON]);
  const again = await find();
  expect(again.value).toBe('Já vai!');
  fireEvent.keyDown(again, { key: 'Escape' });
  expect(again.value).toBe('');
  link.remove();
});

it('is not there where transfers are not told', async () => {
  show([{ ...ON, value: 'disabled' }]);
  await screen.findByRole('switch', { name: /^Aviso de transferência/ });
  expect(screen.queryByRole('textbox', { name: 'Aviso de outra fila' })).toBeNull();
});

it('offers how long an ended conversation goes on, never to begin with', async () => {
  const put = show([]);
  const window = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Continuar conversa encerrada' });
  expect(window.value).toBe('0');
  expect([...window.options].map(({ text }) => text)).toEqual([
    'Nunca',
    '15 min',
    '30 min',
    '1 h',
    '2 h',
    '4 h',
    '8 h',
    '24 h',
    '48 h',
    '168 h',
  ]);
  fireEvent.change(window, { target: { value: '120' } });
  const saved = { path: { settingKey: 'reopenWindow' }, body: { value: '120' } };
  await waitFor(() => expect(put.mock.calls).toEqual([['/settings/{settingKey}', saved]]));
});
