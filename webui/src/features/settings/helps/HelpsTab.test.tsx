import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import HelpsTab from './HelpsTab';

afterEach(() => vi.restoreAllMocks());

// spec: A012 A038 A125 A131
it.each([
  ['goes', 'Operação realizada com sucesso!', true],
  ['stays', 'Não foi possível realizar a operação', false],
] as const)('lists help videos, and says how a deletion ended: the video %s', async (_, words, isDone) => {
  const told = vi.spyOn(toast, isDone ? 'success' : 'error').mockReturnValue();
  const failure = new ApiError('ERR_INTERNAL', 500, '');
  vi.spyOn(api, 'delete').mockImplementation(() => (isDone ? Promise.resolve(null as never) : Promise.reject(failure)));
  const help = { id: 4, title: 'Primeiros passos', video: 'dQw4w9WgXcQ', description: 'Do começo' };
  vi.spyOn(api, 'get').mockResolvedValue([help] as never);
  renderSignedIn(<HelpsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  const row = (await screen.findByText('Primeiros passos')).closest('tr') as HTMLElement;
  for (const text of ['dQw4w9WgXcQ', 'Do começo']) expect(within(row).getByText(text)).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: 'Excluir Primeiros passos' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith(words));
});
