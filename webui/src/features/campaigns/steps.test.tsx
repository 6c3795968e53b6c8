import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Campaign } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { CampaignDialog } from './components/CampaignDialog';
import { StepQuestion } from './components/StepQuestion';
import ConfigPage from './ConfigPage';

afterEach(() => vi.restoreAllMocks());

const admin = { user: makeUser({ profile: 'admin' }) };
const never = () => new Promise(() => undefined) as never;
const counts = { valid: 3, pending: 2, confirmRequested: 0, confirmed: 0, queued: 0 };
const campaign = { id: 7, name: 'Natal', counts } as Campaign;

// spec: A067 A112 A127
it.each([
  ['cancel', 'Cancelar campanha'],
  ['restart', 'Reiniciar campanha'],
] as const)('asks before it tries to %s, and shows what the server says against it', async (step, words) => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockRejectedValue(new ApiError('ERR_CAMPAIGN_STATE', 400, ''));
  const onClose = vi.fn();
  renderSignedIn(<StepQuestion campaign={campaign} step={step} onClose={onClose} />, admin);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(post.mock.calls).toEqual([[`/campaigns/{id}/${step}`, { path: { id: 7 } }]]);
  expect(said.mock.calls).toEqual([['A campanha não permite isso na situação em que está.']]);
});

// spec: A045 A083 A141
it('offers the intervals of the specification, and takes a variable once', async () => {
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path === '/campaign-settings' ? Promise.resolve([]) : never()) as never);
  const post = vi.spyOn(api, 'post').mockResolvedValue([] as never);
  renderSignedIn(<ConfigPage />, admin);
  const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label, { exact: true });
  await screen.findByLabelText('Intervalo maior', { exact: true });
  const offered = (label: string) => [...select(label).options].map(({ value }) => Number(value));
  const others = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120];
  expect(offered('Intervalo entre mensagens')).toEqual([0, 5, 10, 15, 20]);
  expect(offered('Intervalo maior após')).toEqual(others);
  expect(offered('Intervalo maior')).toEqual(others);
  const chosen = ['Intervalo entre mensagens', 'Intervalo maior após', 'Intervalo maior'].map(
    (label) => select(label).value,
  );
  expect(chosen).toEqual(['20', '20', '60']);
  const add = (key: string, value: string) => {
    fireEvent.change(screen.getByLabelText('Variável', { exact: true }), { target: { value: key } });
    fireEvent.change(screen.getByLabelText('Valor', { exact: true }), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  };
  add('cupom', 'NATAL10');
  expect(screen.queryByText('Esta variável já existe')).toBeNull();
  add('cupom', 'OUTRO');
  expect(screen.getByText('Esta variável já existe')).toBeTruthy();
  fireEvent.change(select('Intervalo maior após'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const variables = [{ key: 'cupom', value: 'NATAL10' }];
  const settings = { messageInterval: 20, longerIntervalAfter: 1, greaterInterval: 60, variables };
  await waitFor(() => expect(post).toHaveBeenCalledWith('/campaign-settings', { body: { settings } }));
});

// spec: A023 A141
it('has five texts, and five more where a confirmation is asked for', async () => {
  vi.spyOn(api, 'get').mockImplementation(never);
  renderSignedIn(<CampaignDialog record={null} onClose={vi.fn()} />, admin);
  const dialog = within(await screen.findByRole('dialog'));
  const tabs = (words: RegExp) => dialog.queryAllByText(words, { selector: 'button' }).length;
  expect([tabs(/^Mensagem \d$/), tabs(/^Confirmação \d$/)]).toEqual([5, 0]);
  fireEvent.click(dialog.getByRole('switch', { name: 'Pedir confirmação antes' }));
  expect([tabs(/^Mensagem \d$/), tabs(/^Confirmação \d$/)]).toEqual([5, 5]);
});
