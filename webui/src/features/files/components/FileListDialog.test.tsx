import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
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
