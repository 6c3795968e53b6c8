import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Campaign } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { CampaignDialog } from './components/CampaignDialog';
import { CampaignTable } from './components/CampaignTable';
import { Tiles } from './components/Tiles';
import ReportPage from './ReportPage';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setZone(null);
});

const counts = { valid: 8, delivered: 1, read: 3, sent: 2, pending: 2 };
const rest = { total: 9, queued: 0, failed: 0, optedOut: 0, skipped: 1, unknown: 0, answered: 0 };
const all = { ...counts, ...rest, confirmRequested: 0, confirmed: 0 };
const campaign = (more: Partial<Campaign>) =>
  ({
    id: 7,
    name: 'Natal',
    status: 'INATIVA',
    message1: 'Oi',
    confirmation: false,
    scheduledAt: null,
    completedAt: null,
    pausedAt: null,
    pausedReason: null,
    whatsappIds: [],
    whatsapps: [{ id: 3, name: 'Matriz' }],
    contactListId: 4,
    contactList: { id: 4, name: 'Clientes VIP', validCount: 8 },
    tagListId: null,
    fileListId: null,
    mediaName: null,
    dailyCap: null,
    window: null,
    templates: [],
    counts,
    ...more,
  }) as unknown as Campaign;

const nothing = () => undefined;
function showRow(more: Partial<Campaign>) {
  const onStep = vi.fn();
  renderSignedIn(
    <CampaignTable
      records={[campaign(more)]}
      work={{ onEdit: nothing, onDelete: nothing, onDuplicate: nothing, onStep }}
    />,
  );
  const row = screen.getByText('Natal').closest('tr') as HTMLElement;
  return { row, onStep };
}
const named = (row: HTMLElement, name: string) => within(row).queryByRole('button', { name: `${name} Natal` });

// spec: A023 A065 A067
it.each([
  ['INATIVA', 'Inativa', ['Iniciar']],
  ['PROGRAMADA', 'Programada', ['Iniciar']],
  ['EM_ANDAMENTO', 'Em andamento', ['Pausar', 'Cancelar']],
  ['CANCELADA', 'Cancelada', ['Reiniciar']],
  ['FINALIZADA', 'Finalizada', []],
] as const)('says of a campaign at %s that it is "%s", and offers %s', (status, words, steps) => {
  const { row, onStep } = showRow({ status });
  expect(within(row).getByText(words)).toBeTruthy();
  const offered = ['Iniciar', 'Pausar', 'Cancelar', 'Reiniciar'].filter((step) => named(row, step) !== null);
  expect(offered).toEqual(steps);
  const [last] = steps.slice(-1);
  if (last) fireEvent.click(named(row, last) as HTMLElement);
  const asked = last === 'Iniciar' ? 'start' : last === 'Cancelar' ? 'cancel' : 'restart';
  expect(onStep.mock.calls).toEqual(last ? [[7, asked]] : []);
});

// spec: A066
it.each([
  [23, 'A hora chegou', 'Ver'],
  [25, 'A hora passou há mais de um dia: inicie-a ou escolha outra', 'Editar'],
] as const)('says of a campaign that should have begun %s hours ago "%s", and offers %s', (hours, words, tool) => {
  const scheduledAt = new Date(Date.now() - hours * 3_600_000).toISOString();
  const { row } = showRow({ status: 'PROGRAMADA', scheduledAt });
  expect(within(row).getByText(words)).toBeTruthy();
  expect(named(row, tool)).toBeTruthy();
});

// spec: A023 A068
it('shows list, number, times, confirmation and how many of the valid were delivered to', () => {
  setZone('America/Sao_Paulo');
  const times = { scheduledAt: '2026-11-25T12:00:00Z', completedAt: '2026-11-26T13:30:00Z' };
  const { row } = showRow({ status: 'FINALIZADA', confirmation: true, ...times });
  const words = ['Clientes VIP', 'Matriz', '25/11/2026 09:00', '26/11/2026 10:30', 'Sim', '4/8'];
  for (const text of words) expect(within(row).getByText(text), text).toBeTruthy();
  const bar = within(row).getByRole('progressbar', { name: 'Progresso de Natal' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['4', '8']);
  // each below its own head
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const cells = within(row).getAllByRole('cell');
  const below = (head: string) => cells[heads.indexOf(head)]?.firstChild?.textContent;
  const columns = ['Lista de contatos', 'Conexão', 'Agendada para', 'Concluída em', 'Confirmação'];
  expect(columns.map(below)).toEqual(words.slice(0, columns.length));
});

// spec: A023 A068
it('says in the report how many of those with a valid number it was delivered to', () => {
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  renderSignedIn(<Tiles campaign={campaign({ status: 'FINALIZADA', counts: all })} chosen={null} onChoose={vi.fn()} />);
  expect(screen.getByText('50%')).toBeTruthy();
  expect(screen.getByText('4 entregues de 8 contatos válidos')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Progresso de Natal' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['4', '8']);
});

function showReport(stored: () => Campaign) {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path === '/campaigns/{id}' ? Promise.resolve(stored()) : new Promise(() => undefined)) as never);
  const { client } = renderSignedIn(
    <Routes>
      <Route path="/campaign/:campaignId/report" element={<ReportPage />} />
    </Routes>,
    { user: makeUser({ profile: 'admin' }), path: '/campaign/7/report' },
  );
  return { client, get };
}

// spec: A023 A067 A068
it.each([
  ['INATIVA', ['Iniciar campanha']],
  ['PROGRAMADA', ['Iniciar campanha']],
  ['EM_ANDAMENTO', ['Cancelar campanha', 'Pausar']],
  ['CANCELADA', ['Reiniciar campanha']],
  ['FINALIZADA', []],
] as const)('offers in the report of a campaign at %s what can be done: %s', async (status, steps) => {
  showReport(() => campaign({ status, counts: all, startedAt: null }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Natal' })).toBeTruthy();
  const known = ['Iniciar campanha', 'Cancelar campanha', 'Pausar', 'Reiniciar campanha'];
  expect(known.filter((step) => screen.queryByText(step, { selector: 'button, button *' }) !== null)).toEqual(steps);
  expect(screen.getByRole('progressbar', { name: 'Progresso de Natal' })).toBeTruthy();
});

// spec: A068 A141
it('asks for the report once more 5 s after the campaign was told to have ended', async () => {
  vi.useFakeTimers();
  const at = (status: Campaign['status']) => campaign({ status, counts: all, startedAt: null });
  let stored = at('EM_ANDAMENTO');
  const { client, get } = showReport(() => stored);
  const after = async (span: number) => {
    await act(() => vi.advanceTimersByTimeAsync(span));
    return get.mock.calls.filter(([path]) => path === '/campaigns/{id}').length;
  };
  expect(await after(60_000), 'not while it runs').toBe(1);
  stored = at('FINALIZADA');
  act(() => void client.setQueryData(pageKeys.campaign(7), stored));
  expect(await after(4999)).toBe(1);
  expect(await after(1)).toBe(2);
  expect(await after(60_000), 'once').toBe(2);
});

async function showDialog(more: Partial<Campaign>) {
  // What the fields choose from is still on its way.
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  renderSignedIn(<CampaignDialog record={campaign(more)} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  await screen.findByRole('dialog');
}
const soon = new Date(Date.now() + 59 * 60_000).toISOString();
const later = new Date(Date.now() + 62 * 60_000).toISOString();

// spec: A066
it.each([
  ['INATIVA', null, true],
  ['PROGRAMADA', later, true],
  ['PROGRAMADA', soon, false],
  ['CANCELADA', soon, true],
  ['EM_ANDAMENTO', null, false],
  ['FINALIZADA', null, false],
] as const)('lets a campaign at %s, scheduled for %s, be written: %s', async (status, scheduledAt, isWritten) => {
  await showDialog({ status, scheduledAt });
  const locked = ['Nome', 'Mensagem 1', 'Lista de contatos', 'Lista de arquivos'].map((label) => {
    const field = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
    return field.disabled || field.readOnly === true;
  });
  expect(locked).toEqual([!isWritten, !isWritten, !isWritten, !isWritten]);
  expect(screen.queryByRole('button', { name: 'Salvar' }) !== null).toBe(isWritten);
  expect(screen.queryByText('Esta campanha não pode mais ser editada.') === null).toBe(isWritten);
});

// spec: A135 A066
it('sends what was written of a cancelled campaign 400 ms after the click', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(campaign({}) as never);
  await showDialog({ status: 'CANCELADA' });
  fireEvent.change(screen.getByLabelText('Mensagem 1', { selector: 'textarea' }), { target: { value: 'Olá!' } });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(put).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(put.mock.lastCall?.[1]).toMatchObject({ path: { id: 7 }, body: { message1: 'Olá!' } });
});
