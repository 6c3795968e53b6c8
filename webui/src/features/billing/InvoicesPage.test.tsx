import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeInvoice } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import InvoicesPage from './InvoicesPage';

let reachEnd: () => void;
beforeEach(() => {
  reachEnd = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hear: (entries: object[]) => void) {
        reachEnd = () => hear([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const invoice = (id: number) => makeInvoice({ id, value: 1349.5, toPay: 1349.5 });

/** Two pages of one invoice each; answers what is asked for. */
function serve() {
  const asked: object[] = [];
  vi.spyOn(api, 'get').mockImplementation(((path: string, options: { query: { pageNumber: number } }) => {
    if (path !== '/invoices/all') return new Promise(() => undefined);
    asked.push(options.query);
    const { pageNumber } = options.query;
    return Promise.resolve({ invoices: [invoice(pageNumber)], count: 2, hasMore: pageNumber < 2 });
  }) as never);
  renderSignedIn(<InvoicesPage />, { user: makeUser({ profile: 'admin' }), path: '/financeiro' });
  return asked;
}

// spec: A014 A106 A140
it('shows detail, value in reais, due date and status of each invoice, and the next page at the end', async () => {
  const asked = serve();
  const row = within((await screen.findByText('#1')).closest('tr') as HTMLElement);
  expect(screen.getByRole('tab', { name: 'Faturas' }).getAttribute('aria-selected')).toBe('true');
  expect(row.getByText('Profissional')).toBeTruthy();
  expect(row.getByText(/^R\$\s1\.349,50$/)).toBeTruthy();
  expect(row.getByText('30/11/2026')).toBeTruthy();
  expect(row.getByText(/^(Em Aberto|Vencido)$/)).toBeTruthy();
  expect(row.getByRole('button', { name: /^PAGAR/ }).textContent).toBe('PAGAR');
  expect(screen.queryByText('#2')).toBeNull();
  act(() => reachEnd());
  expect(await screen.findByText('#2')).toBeTruthy();
  expect(screen.getByText('#1')).toBeTruthy();
  act(() => reachEnd());
  expect(asked).toEqual([
    { searchParam: '', pageNumber: 1 },
    { searchParam: '', pageNumber: 2 },
  ]);
});

// spec: A106
it('asks for what is searched', async () => {
  const asked = serve();
  await screen.findByText('#1');
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar faturas' }), { target: { value: 'prof' } });
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(asked.at(-1)).toEqual({ searchParam: 'prof', pageNumber: 1 });
});

// spec: A014 A015
it('opens the checkout of the invoice that is to be paid', async () => {
  serve();
  fireEvent.click(await screen.findByRole('button', { name: 'PAGAR a fatura 1' }));
  expect(await screen.findByRole('dialog', { name: 'Pagar fatura #1' })).toBeTruthy();
});
