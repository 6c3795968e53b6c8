import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import HelpsTab from './HelpsTab';

afterEach(() => vi.restoreAllMocks());

const help = { id: 4, title: 'Primeiros passos', video: 'dQw4w9WgXcQ', description: 'Do começo' };

// spec: A012 A038 A104 A125 A131
it.each([
  ['goes', 'Operação realizada com sucesso!', true],
  ['stays', 'Não foi possível realizar a operação', false],
] as const)('lists help videos, and says how a deletion ended: the video %s', async (_, words, isDone) => {
  const told = vi.spyOn(toast, isDone ? 'success' : 'error').mockReturnValue();
  const failure = new ApiError('ERR_INTERNAL', 500, '');
  const remove = vi
    .spyOn(api, 'delete')
    .mockImplementation(() => (isDone ? Promise.resolve(null as never) : Promise.reject(failure)));
  vi.spyOn(api, 'get').mockResolvedValue([help] as never);
  renderSignedIn(<HelpsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  const row = (await screen.findByText('Primeiros passos')).closest('tr') as HTMLElement;
  for (const text of ['dQw4w9WgXcQ', 'Do começo']) expect(within(row).getByText(text)).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: 'Excluir Primeiros passos' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith(words));
  expect(remove.mock.calls).toEqual([['/helps/{id}', { path: { id: 4 } }]]);
});

const LABELS = ['Título', 'Código ou link do vídeo', 'Descrição'];
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const write = (values: readonly string[]) =>
  LABELS.forEach((label, index) => fireEvent.change(field(label), { target: { value: values[index] } }));

// spec: A012 A038 A104 A131
it('makes a help video of a title, a code and a description, changes each of them, and says so each time', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const [post, put] = [vi.spyOn(api, 'post'), vi.spyOn(api, 'put')];
  for (const call of [post, put]) call.mockResolvedValue(help as never);
  const get = vi.spyOn(api, 'get').mockResolvedValue([help] as never);
  renderSignedIn(<HelpsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Novo vídeo' }));
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/helps/list']);
  write(['Campanhas', 'aaaaaaaaaaa', 'Do primeiro texto']);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const made = { title: 'Campanhas', video: 'aaaaaaaaaaa', description: 'Do primeiro texto' };
  await waitFor(() => expect(post.mock.calls).toEqual([['/helps', { body: made }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const done = ['Operação realizada com sucesso!'];
  expect(said.mock.calls).toEqual([done]);

  fireEvent.click(screen.getByRole('button', { name: 'Editar Primeiros passos' }));
  expect(LABELS.map((label) => field(label).value)).toEqual(['Primeiros passos', 'dQw4w9WgXcQ', 'Do começo']);
  write(['Passo a passo', 'bbbbbbbbbbb', '']);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const changed = { title: 'Passo a passo', video: 'bbbbbbbbbbb', description: '' };
  await waitFor(() => expect(put.mock.calls).toEqual([['/helps/{id}', { path: { id: 4 }, body: changed }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([done, done]));
});

// spec: A012 A038
it('says what a help video lacks, and sends nothing', async () => {
  const post = vi.spyOn(api, 'post');
  vi.spyOn(api, 'get').mockResolvedValue([help] as never);
  renderSignedIn(<HelpsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Novo vídeo' }));
  const save = await screen.findByRole('button', { name: 'Salvar' });
  vi.useFakeTimers();
  fireEvent.click(save);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  expect(LABELS.map((label) => field(label).getAttribute('aria-invalid'))).toEqual(['true', 'true', null]);
  expect(screen.getAllByText('Obrigatório')).toHaveLength(2);
  expect(post).not.toHaveBeenCalled();
});
