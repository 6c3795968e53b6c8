import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { FileList } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { FileListDialog } from './FileListDialog';

afterEach(() => vi.restoreAllMocks());

// spec: A027 A049 A085 A116
it('wants a name of three letters and a message, and sends each option with its file', async () => {
  const saved = { id: 6, name: 'Catálogo', message: 'Segue', options: [{ id: 9, name: 'Preços' }] };
  const post = vi.spyOn(api, 'post').mockResolvedValue(saved as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({ fileList: saved } as never);
  renderSignedIn(<FileListDialog record={null} onClose={vi.fn()} />, { user: makeUser({ profile: 'admin' }) });
  const dialog = within(await screen.findByRole('dialog'));
  const write = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { exact: true }), { target: { value } });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  write('Nome', 'ab');
  save();
  expect(await dialog.findByText('nome muito curto')).toBeTruthy();
  expect(dialog.getByText('Obrigatório')).toBeTruthy();
  write('Nome', 'Catálogo');
  write('Mensagem', 'Segue');
  fireEvent.click(dialog.getByRole('button', { name: 'Adicionar arquivo' }));
  write('Nome do arquivo 1', 'Preços');
  const file = new File(['x'], 'precos.pdf');
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  save();
  const body = { name: 'Catálogo', message: 'Segue', options: [{ name: 'Preços' }] };
  await waitFor(() => expect(post).toHaveBeenCalledWith('/files', { body }));
  await waitFor(() => expect(upload.mock.lastCall?.[0]).toBe('/files/uploadList/{id}'));
  expect(upload.mock.lastCall?.[1]).toMatchObject({ path: { id: 6 } });
});

// spec: A027 A049 A116
it('shows a list with the files of its options, and changes it with a file in the place of one', async () => {
  const option = (id: number, name: string, fileName: string, mediaType: string) => ({ id, name, fileName, mediaType });
  const record = {
    id: 6,
    name: 'Catálogo',
    message: 'Segue',
    options: [option(8, 'Preços', 'precos.pdf', 'application/pdf'), option(9, 'Fachada', 'fachada.png', 'image/png')],
  } as FileList;
  const put = vi.spyOn(api, 'put').mockResolvedValue({ ...record, options: [{ id: 9, name: 'Fachada' }] } as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  renderSignedIn(<FileListDialog record={record} onClose={vi.fn()} />, { user: makeUser({ profile: 'admin' }) });
  const dialog = within(await screen.findByRole('dialog'));
  const labels = ['Nome', 'Mensagem', 'Nome do arquivo 1', 'Nome do arquivo 2'];
  const values = labels.map((label) => dialog.getByLabelText<HTMLInputElement>(label, { exact: true }).value);
  expect(values).toEqual(['Catálogo', 'Segue', 'Preços', 'Fachada']);
  for (const text of ['precos.pdf', 'Documento', 'fachada.png', 'Imagem']) expect(dialog.getByText(text)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Tirar o arquivo 1' }));
  const file = new File(['x'], 'passeio.mp4', { type: 'video/mp4' });
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(dialog.getByText('Vídeo')).toBeTruthy();
  const body = { name: 'Catálogo', message: 'Segue', options: [{ id: 9, name: 'Fachada' }] };
  await waitFor(() => expect(put.mock.calls).toEqual([['/files/{id}', { path: { id: 6 }, body }]]));
  const part = { id: ['9'], name: ['Fachada'], mediaType: ['video/mp4'], files: [file] };
  const form = { fileId: '6', typeArch: 'fileList', ...part };
  await waitFor(() => expect(upload.mock.calls).toEqual([['/files/uploadList/{id}', { path: { id: 6 }, form }]]));
});
