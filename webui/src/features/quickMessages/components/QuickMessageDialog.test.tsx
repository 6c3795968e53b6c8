import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
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
  await waitFor(() => expect(upload.mock.lastCall?.[0]).toBe('/quick-messages/{id}/media-upload'));
});
