import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Campaign, CampaignNumber } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import CampaignsPage from './CampaignsPage';
import ReportPage from './ReportPage';

afterEach(() => vi.restoreAllMocks());

type Profile = 'admin' | 'supervisor';

/** What supervisors may ask for; everything else of campaigns and lists is refused to them. */
const OPEN = ['/campaigns', '/campaigns/numbers', '/campaigns/{id}'];
const OF_REPORT = ['/campaigns/{id}/forecast', '/campaigns/{id}/progress', '/campaigns/{id}/recipients'];

const NO_COUNTS = { confirmRequested: 0, confirmed: 0, queued: 0, failed: 0, optedOut: 0, skipped: 0, unknown: 0 };
const campaign = (more: Partial<Campaign> = {}) =>
  ({
    id: 7,
    name: 'Natal',
    status: 'EM_ANDAMENTO',
    confirmation: false,
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    pausedAt: null,
    pausedReason: null,
    pausedFailures: null,
    nextAt: null,
    window: null,
    whatsappIds: [3],
    whatsapps: [{ id: 3, name: 'Matriz' }],
    contactList: { id: 4, name: 'Clientes VIP', contactsCount: 9, validCount: 8 },
    counts: { ...NO_COUNTS, total: 8, valid: 8, delivered: 1, read: 3, sent: 2, pending: 2, answered: 0 },
    updatedAt: '2026-11-25T12:00:00Z',
    ...more,
  }) as unknown as Campaign;
const line = { id: 3, name: 'Matriz', number: null, status: 'CONNECTED', today: 6, cap: 200, warmUp: null };

/** What the server answers, and what it was asked for. */
function serve(records: Campaign[]) {
  const numbers = [{ ...line, stoppedCampaignId: null }] as unknown as CampaignNumber[];
  const standings = records.map(({ status }) => ({ standing: status, count: 1 }));
  const answers: Record<string, unknown> = {
    '/campaigns': { records, count: records.length, hasMore: false, standings },
    '/campaigns/numbers': { records: numbers },
    '/campaigns/{id}': records[0],
    '/campaigns/{id}/forecast': { people: 2, startsAt: null, endsAt: null, days: 0, perDay: 200 },
    '/campaigns/{id}/progress': { points: [] },
    '/campaigns/{id}/recipients': { records: [], count: 0, hasMore: false },
  };
  const asked = new Set<string>();
  vi.spyOn(api, 'get').mockImplementation(((path: string) => {
    asked.add(path);
    return path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined);
  }) as never);
  return asked;
}

function show(profile: Profile, path: string) {
  renderSignedIn(
    <Routes>
      <Route path="/campaigns" element={<CampaignsPage />} />
      <Route path="/campaign/:campaignId/report" element={<ReportPage />} />
    </Routes>,
    { user: makeUser({ profile }), path },
  );
}
const labels = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

// spec: A023 B18
it.each(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const)(
  'gives a supervisor the report of a campaign at %s and nothing that changes it',
  async (status) => {
    const asked = serve([campaign({ status })]);
    show('supervisor', '/campaigns');
    const row = (await screen.findByText('Natal')).closest('tr') as HTMLElement;
    expect(labels(row)).toEqual(['Relatório de Natal']);
    expect(screen.queryByText('Nova campanha')).toBeNull();
    expect(screen.queryByText('Ajustes de envio')).toBeNull();
    expect(await screen.findByRole('list', { name: 'Números' })).toBeTruthy();
    expect([...asked].filter((path) => !OPEN.includes(path))).toEqual([]);
    fireEvent.click(within(row).getByRole('button'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Natal' })).toBeTruthy();
  },
);

// spec: A023 B18
it.each([
  ['INATIVA', 'Iniciar campanha'],
  ['PROGRAMADA', 'Iniciar campanha'],
  ['EM_ANDAMENTO', 'Pausar'],
  ['CANCELADA', 'Reiniciar campanha'],
  ['FINALIZADA', null],
] as const)('shows a supervisor the report of a campaign at %s without its steps', async (status, step) => {
  const asked = serve([campaign({ status })]);
  show('supervisor', '/campaign/7/report');
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeTruthy();
  await screen.findByText('Ninguém aqui');
  const known = ['Iniciar campanha', 'Cancelar campanha', 'Pausar', 'Retomar', 'Reiniciar campanha'];
  expect(known.filter((words) => screen.queryByRole('button', { name: words }))).toEqual([]);
  await waitFor(() => expect([...asked]).toContain('/campaigns/{id}/progress'));
  expect([...asked].filter((path) => ![...OPEN, ...OF_REPORT].includes(path))).toEqual([]);
  if (step === null) return;
  cleanup();
  show('admin', '/campaign/7/report');
  expect(await screen.findByRole('button', { name: step })).toBeTruthy();
});

// spec: B18
it.each([
  ['admin', 'Escreva uma mensagem para muitos contatos, no seu ritmo.', 2],
  ['supervisor', 'Aqui aparecem as campanhas que os administradores escrevem.', 0],
] as const)('says to who is %s what comes where there is no campaign yet', async (profile, words, count) => {
  serve([]);
  show(profile, '/campaigns');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Nova campanha' })).toHaveLength(count);
});
