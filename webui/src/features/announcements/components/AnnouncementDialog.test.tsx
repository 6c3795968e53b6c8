import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Announcement } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { AnnouncementDialog } from './AnnouncementDialog';

afterEach(() => vi.restoreAllMocks());

// spec: A025 A047 A070 A084 A131 A142
it('begins low and active, wants title and text, takes pictures alone, and sends what was written', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 4 } as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  const refused = vi.spyOn(toast, 'error').mockReturnValue();
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  renderSignedIn(<AnnouncementDialog record={null} companies={[]} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin', super: true }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  const priority = dialog.getByLabelText<HTMLSelectElement>('Prioridade');
  expect([...priority.options].map(({ value, text }) => [value, text])).toEqual([
    ['1', 'Alta'],
    ['2', 'Média'],
    ['3', 'Baixa'],
  ]);
  expect(priority.value).toBe('3');
  expect(dialog.getByRole('switch', { name: 'Ativo' }).getAttribute('aria-checked')).toBe('true');
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  save();
  await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(2));
  expect(post).not.toHaveBeenCalled();
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  expect(picker?.accept).toBe('.png,.jpg,.jpeg');
  const choose = (name: string) => fireEvent.change(picker as Element, { target: { files: [new File(['x'], name)] } });
  choose('nota.pdf');
  expect(refused).toHaveBeenCalledWith('Anexe uma imagem .png, .jpg ou .jpeg.');
  choose('nota.png');
  fireEvent.change(dialog.getByLabelText('Título'), { target: { value: 'Aviso' } });
  fireEvent.change(dialog.getByLabelText('Texto'), { target: { value: 'Às 22h.' } });
  fireEvent.change(priority, { target: { value: '1' } });
  fireEvent.click(dialog.getByRole('switch', { name: 'Ativo' }));
  save();
  const body = { title: 'Aviso', text: 'Às 22h.', priority: 1, status: false };
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith('/announcements', { body: expect.objectContaining(body) as object }),
  );
  await waitFor(() => expect(upload.mock.lastCall?.[0]).toBe('/announcements/{id}/media-upload'));
  await waitFor(() => expect(said.mock.calls).toEqual([['Operação realizada com sucesso!']]));
});

// spec: A025 A047 A070 A114
it('shows an announcement as it is, changes it, and takes its picture off', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 4 } as never);
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
  const record = { id: 4, title: 'Parada', text: 'Às 22h.', priority: 2, status: false, mediaName: 'cartaz.png' };
  renderSignedIn(<AnnouncementDialog record={record as Announcement} companies={[]} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin', super: true }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  const active = dialog.getByRole('switch', { name: 'Ativo' });
  const values = ['Título', 'Texto', 'Prioridade'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value);
  expect([...values, active.getAttribute('aria-checked')]).toEqual(['Parada', 'Às 22h.', '2', 'false']);
  expect(dialog.getByText('cartaz.png')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: /cartaz\.png/ }));
  fireEvent.change(dialog.getByLabelText('Título'), { target: { value: 'Volta' } });
  fireEvent.click(active);
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const body = { title: 'Volta', text: 'Às 22h.', priority: 2, status: true };
  await waitFor(() => expect(put.mock.calls).toMatchObject([['/announcements/{id}', { path: { id: 4 }, body }]]));
  const picture = ['/announcements/{id}/media-upload', { path: { id: 4 } }];
  await waitFor(() => expect(remove.mock.calls).toEqual([picture]));
});
