import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Subscription } from '@/api/types';
import { makeInvoice } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { PaidView } from './components/PaidView';
import SubscriptionPage from './SubscriptionPage';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setZone(null);
});

const invoice = makeInvoice({ id: 7 });

const standing = {
  plan: {
    id: 1,
    name: 'Profissional',
    users: 10,
    connections: 3,
    queues: 10,
    value: 349,
    storageGb: 0,
    useSchedules: true,
    useInternalChat: true,
    useCampaigns: true,
    useKanban: true,
    useExternalApi: true,
    useIntegrations: true,
    useOpenAi: true,
  },
  recurrence: 'MENSAL',
  value: 349,
  dueDate: '2026-12-30T12:00:00Z',
  nextDueDate: '2027-01-30T12:00:00Z',
  trialDaysLeft: 3,
  email: 'contas@aurora.example',
  billing: {
    billingName: null,
    document: null,
    address: null,
    address2: null,
    city: null,
    state: null,
    zipcode: null,
    country: null,
  },
  usage: { users: 1, connections: 1, queues: 1, storageBytes: 0 },
  createdAt: '2026-11-10T12:00:00Z',
  credit: 0,
  openInvoice: invoice,
  chosenPlan: null,
  canPay: true,
  needsDocument: false,
  receiver: 'Guichê',
} as unknown as Subscription;

function Place() {
  return <output>{useLocation().pathname}</output>;
}

// spec: A063 A140 S009
it('says until when a paid company is renewed, and leads home after four seconds', async () => {
  setZone('America/Sao_Paulo');
  vi.spyOn(api, 'get').mockResolvedValue(standing);
  vi.useFakeTimers();
  renderSignedIn(
    <>
      <Place />
      <PaidView invoice={invoice} />
    </>,
    { path: '/financeiro' },
  );
  const at = () => document.querySelector('output')?.textContent;
  await act(() => vi.advanceTimersByTimeAsync(3999));
  expect(screen.getByText(/Sua licença foi renovada até 30\/12\/2026!/)).toBeTruthy();
  expect(at()).toBe('/financeiro');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(at()).toBe('/');
});

// spec: A016 A146
it('shows the days of a trial that are left, where bills go and how to subscribe', async () => {
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/subscription/plans' ? { plans: [], closed: null } : standing) as never,
  );
  renderSignedIn(<SubscriptionPage />, { user: makeUser({ profile: 'admin' }), path: '/subscription' });
  expect(await screen.findByText('Restam 3 dias de teste')).toBeTruthy();
  expect(screen.getByText('Em teste')).toBeTruthy();
  expect(screen.getByText('contas@aurora.example')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Assinar/ }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

// spec: A016
it('shows what is left of the credit, and asks for the rest of the invoice alone', async () => {
  const lowered = { ...invoice, credit: 10, toPay: 339 };
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) =>
      Promise.resolve(
        path === '/subscription/plans'
          ? { plans: [], closed: null }
          : { ...standing, credit: 12.5, openInvoice: lowered },
      ) as never,
  );
  renderSignedIn(<SubscriptionPage />, { user: makeUser({ profile: 'admin' }), path: '/subscription' });
  expect(await screen.findByText(/^Crédito de R\$\s12,50: desconta das próximas faturas/)).toBeTruthy();
  expect(screen.getByText(/^Crédito de R\$\s10,00: a pagar R\$\s339,00$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Assinar por R\$\s339,00$/ })).toBeTruthy();
});

// spec: A004 A146
it('shows plan and price of a company that tries nothing, and nothing of a trial', async () => {
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) =>
      Promise.resolve(
        path === '/subscription/plans' ? { plans: [], closed: null } : { ...standing, trialDaysLeft: null },
      ) as never,
  );
  renderSignedIn(<SubscriptionPage />, { user: makeUser({ profile: 'admin' }), path: '/subscription' });
  const card = within(await screen.findByRole('region', { name: 'Profissional' }));
  expect(card.getByText('Profissional')).toBeTruthy();
  expect(card.getByText(/^Próxima cobrança de R\$\s349,00 em 30\/12\/2026$/)).toBeTruthy();
  expect(card.getByText('Ativo')).toBeTruthy();
  expect(screen.queryByText(/teste/)).toBeNull();
});
