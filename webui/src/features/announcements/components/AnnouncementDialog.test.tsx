import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { AnnouncementDialog } from './AnnouncementDialog';

afterEach(() => vi.restoreAllMocks());

// spec: A025 A047 A070 A084 A142
it('begins low and active, wants title and text, takes pictures alone, and sends what was written', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 4 } as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  const refused = vi.spyOn(toast, 'error').mockReturnValue();
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
});
