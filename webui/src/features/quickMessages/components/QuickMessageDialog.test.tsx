import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { QuickMessage } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { QuickMessageDialog } from './QuickMessageDialog';

afterEach(() => vi.restoreAllMocks());

// spec: A019 A041 A082 A109 A145
it('wants a short code, is for oneself and on, and sends its file after its words', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 4 } as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  renderSignedIn(<QuickMessageDialog record={null} mayShare onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  const checked = (name: string) => dialog.getByRole('switch', { name }).getAttribute('aria-checked');
  expect([checked('Para toda a equipe'), checked('Ativada')]).toEqual(['false', 'true']);
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  save();
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
  fireEvent.change(dialog.getByLabelText('Atalho'), { target: { value: 'prazo' } });
  fireEvent.change(dialog.getByLabelText('Mensagem'), { target: { value: 'Até 3 dias' } });
  const picker = document.querySelector('input[type=file]');
  fireEvent.change(picker as Element, { target: { files: [new File(['x'], 'tabela.pdf')] } });
  expect(dialog.getByText('tabela.pdf')).toBeTruthy();
  save();
  const body = { shortcode: 'prazo', message: 'Até 3 dias', geral: false, status: true };
  await waitFor(() => expect(post).toHaveBeenCalledWith('/quick-messages', { body }));
  const form = { typeArch: 'quickMessage', file: expect.objectContaining({ name: 'tabela.pdf' }) as object };
  const sent = ['/quick-messages/{id}/media-upload', { path: { id: 4 }, form }];
  await waitFor(() => expect(upload.mock.calls).toEqual([sent]));
});

// spec: A019 A041 A082 A109
it('shows a quick message as it is, keeps its short code, changes it, and takes its file off', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 4 } as never);
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
  const record = {
    id: 4,
    shortcode: 'prazo',
    message: 'Até 3 dias',
    geral: true,
    status: false,
    isMedia: true,
    mediaName: 'tabela.pdf',
  };
  renderSignedIn(<QuickMessageDialog record={record as QuickMessage} mayShare onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  const toggle = (name: string) => dialog.getByRole('switch', { name });
  const checked = ['Para toda a equipe', 'Ativada'].map((name) => toggle(name).getAttribute('aria-checked'));
  const code = dialog.getByLabelText<HTMLInputElement>('Atalho');
  const message = dialog.getByLabelText<HTMLInputElement>('Mensagem');
  expect([code.value, message.value, ...checked]).toEqual(['prazo', 'Até 3 dias', 'true', 'false']);
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  fireEvent.change(code, { target: { value: '  ' } });
  save();
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  expect(put).not.toHaveBeenCalled();
  fireEvent.change(code, { target: { value: 'prazos' } });
  fireEvent.click(toggle('Para toda a equipe'));
  fireEvent.click(toggle('Ativada'));
  fireEvent.click(dialog.getByRole('button', { name: /tabela\.pdf/ }));
  save();
  const body = { shortcode: 'prazos', message: 'Até 3 dias', geral: false, status: true };
  await waitFor(() => expect(put.mock.calls).toEqual([['/quick-messages/{id}', { path: { id: 4 }, body }]]));
  const file = ['/quick-messages/{id}/media-upload', { path: { id: 4 } }];
  await waitFor(() => expect(remove.mock.calls).toEqual([file]));
});
