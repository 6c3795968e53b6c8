import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Campaign } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { showEnds } from '@/dev/inSight';
import { toast } from '@/ui/toast';
import CampaignsPage from './CampaignsPage';

beforeEach(showEnds);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const counts = { total: 3, valid: 3, pending: 3, confirmRequested: 0, confirmed: 0, queued: 0, delivered: 0, read: 0 };
const campaign = (id: number, more: Partial<Campaign> = {}) =>
  ({
    id,
    name: `Natal ${id}`,
    status: 'INATIVA',
    confirmation: false,
    scheduledAt: null,
    completedAt: null,
    pausedAt: null,
    whatsappIds: [],
    whatsapps: [],
    contactList: null,
    window: null,
    templates: [],
    counts,
    updatedAt: '2026-11-25T12:00:00Z',
    ...more,
  }) as unknown as Campaign;

interface Asked {
  query: { searchParam: string; pageNumber: number };
}

/** Two pages of one campaign each. */
async function show(more: Partial<Campaign> = {}) {
  const get = vi.spyOn(api, 'get').mockImplementation(((path: string, options: Asked) => {
    if (path === '/campaigns/numbers') return Promise.resolve({ records: [] });
    if (path !== '/campaigns') return new Promise(() => undefined);
    const { pageNumber } = options.query;
    const records = [campaign(pageNumber, more)];
    return Promise.resolve({ records, count: 2, hasMore: pageNumber === 1, standings: [] });
  }) as never);
  renderSignedIn(
    <Routes>
      <Route path="/campaigns" element={<CampaignsPage />} />
      <Route path="/campaigns-config" element="settings of campaigns" />
    </Routes>,
    { user: makeUser({ profile: 'admin' }), path: '/campaigns' },
  );
  await screen.findByText('Natal 2');
  return () =>
    get.mock.calls
      .filter(([path]) => path === '/campaigns')
      .map(([, options]) => (options as unknown as Asked).query)
      .map(({ searchParam, pageNumber }) => [searchParam, pageNumber]);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

// spec: A023 A112
it('lists campaigns page by page, and searches them', async () => {
  const asked = await show();
  expect(asked()).toEqual([
    ['', 1],
    ['', 2],
  ]);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Nome da campanha' }), { target: { value: ' natal ' } });
  await waitFor(() => expect(asked()).toContainEqual(['natal', 1]));
});

// spec: A023 A112
it('opens an empty form for a new campaign, each campaign in its own, and the settings of all', async () => {
  await show();
  press('Nova campanha');
  let form = await dialog();
  expect(form.getByLabelText<HTMLInputElement>('Nome').value).toBe('');
  fireEvent.click(form.getByText('Cancelar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Editar Natal 2');
  form = await dialog();
  expect(form.getByLabelText<HTMLInputElement>('Nome').value).toBe('Natal 2');
  fireEvent.click(form.getByText('Cancelar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Ajustes de envio');
  expect(await screen.findByText('settings of campaigns')).toBeTruthy();
});

// spec: A066
it.each([
  ['INATIVA', 'Editar'],
  ['CANCELADA', 'Editar'],
  ['EM_ANDAMENTO', 'Ver'],
  ['FINALIZADA', 'Ver'],
] as const)('offers of a campaign at %s in its row: %s', async (status, act) => {
  await show({ status });
  const offered = ['Editar', 'Ver'].filter((each) => screen.queryByRole('button', { name: `${each} Natal 2` }));
  expect(offered).toEqual([act]);
});

// spec: A112
it('deletes a campaign after a question, and says so', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show();
  press('Mais opções de Natal 2');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const question = await dialog();
  expect(question.getByText('Excluir a campanha Natal 2?')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/campaigns/{id}', { path: { id: 2 } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Campanha excluída.']]));
});

// spec: A067 A112
it.each([
  ['INATIVA', 'Iniciar', 'start', '3 contatos válidos vão receber a mensagem.'],
  ['EM_ANDAMENTO', 'Cancelar', 'cancel', /^3 contatos não vão receber a mensagem/],
  ['CANCELADA', 'Reiniciar', 'restart', /^A campanha segue com quem ainda não recebeu/],
] as const)('asks in the list of a campaign at %s before it does "%s"', async (status, act, step, words) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(campaign(2) as never);
  await show({ status });
  press(`${act} Natal 2`);
  const question = await dialog();
  expect(question.getByText(words)).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: `${act} campanha` }));
  await waitFor(() => expect(post.mock.calls).toEqual([[`/campaigns/{id}/${step}`, { path: { id: 2 } }]]));
});

// spec: A122
it('says why a campaign cannot be deleted, and keeps it', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_CAMPAIGN_STATE', 409, ''));
  const [told, said] = [vi.spyOn(toast, 'error').mockReturnValue(), vi.spyOn(toast, 'success').mockReturnValue()];
  await show();
  press('Mais opções de Natal 2');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Excluir' }));
  const words = 'A campanha não permite isso na situação em que está.';
  await waitFor(() => expect(told.mock.calls).toEqual([[words]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Natal 2')).toBeTruthy();
  expect(said).not.toHaveBeenCalled();
});
