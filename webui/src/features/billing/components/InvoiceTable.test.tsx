import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnInvoice } from '@/api/types';
import { makeInvoice } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { color } from '@/styles/tokens';
import { InvoiceTable } from './InvoiceTable';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-25T15:00:00Z'));
  setZone('America/Sao_Paulo');
});
afterEach(() => {
  vi.useRealTimers();
  setZone(null);
});

const show = (invoices: OwnInvoice[]) => {
  const onPay = vi.fn();
  renderSignedIn(<InvoiceTable invoices={invoices} onPay={onPay} />, { user: makeUser({ profile: 'admin' }) });
  return onPay;
};
const row = (id: number) => screen.getByText(`#${id}`).closest('tr') as HTMLElement;
const payment = {
  endToEndId: 'E1',
  value: 100,
  paidAt: '2026-11-24T12:00:00Z',
  outcome: 'tooLittle' as const,
  excess: 0,
  returned: 0,
  isOdd: true,
  credited: 0,
};

// spec: A014 A060
it('says how each invoice stands, and asks for those alone that are unpaid', () => {
  const onPay = show([
    makeInvoice({ id: 1 }),
    makeInvoice({ id: 2, dueDate: '2026-11-20T12:00:00Z' }),
    makeInvoice({ id: 3, status: 'paid', dueDate: '2026-11-20T12:00:00Z', paidAt: '2026-11-19T12:00:00Z' }),
    makeInvoice({ id: 4, status: 'cancelled' }),
  ]);
  const words = ['Em Aberto', 'Vencido', 'Pago', 'Cancelada'];
  words.forEach((text, index) => expect(within(row(index + 1)).getByText(text)).toBeTruthy());
  expect(row(2).dataset['state']).toBe('overdue');
  expect(row(1).dataset['state']).toBe('open');
  const grounds = [1, 2, 3, 4].map((id) => getComputedStyle(row(id)).background === color.dangerSoft);
  expect(grounds).toEqual([false, true, false, false]);
  expect(within(row(1)).getByText(/R\$\s349,00/)).toBeTruthy();
  expect(within(row(1)).getByText('30/11/2026')).toBeTruthy();
  const pay = [1, 2, 3, 4].map((id) => within(row(id)).queryByRole('button', { name: /^PAGAR/ }));
  expect(pay.map((button) => button !== null)).toEqual([true, true, false, false]);
  pay[1]?.click();
  expect(onPay.mock.calls.map(([invoice]) => invoice.id)).toEqual([2]);
});

it('tells a company what came and is not what was asked for, until that is settled', () => {
  show([
    makeInvoice({ id: 1, payments: [payment] }),
    makeInvoice({ id: 2, status: 'paid', payments: [{ ...payment, outcome: 'paid', value: 359, excess: 10 }] }),
    makeInvoice({ id: 3, status: 'paid', payments: [{ ...payment, outcome: 'double' }] }),
    makeInvoice({ id: 4, status: 'cancelled', payments: [{ ...payment, outcome: 'late' }] }),
    makeInvoice({ id: 5, status: 'paid', payments: [{ ...payment, outcome: 'paid', value: 349, returned: 49 }] }),
    makeInvoice({ id: 6, payments: [{ ...payment, isOdd: false }] }),
  ]);
  const words = [
    /Chegaram R\$\s100,00 em 24\/11\/2026: faltam R\$\s249,00\. A fatura continua em aberto/,
    /R\$\s10,00 a mais\. A fatura está paga/,
    /Chegaram mais R\$\s100,00 .* já estava paga/,
    /quando esta fatura já tinha sido substituída/,
    /Do Pix de R\$\s349,00 .*, R\$\s49,00 foram devolvidos\. O vencimento não muda/,
  ];
  words.forEach((text, index) => expect(within(row(index + 1)).getByText(text)).toBeTruthy());
  expect(within(row(6)).queryByText(/Chegaram/)).toBeNull();
});

it('says how much of an invoice is met by credit, and what became credit', () => {
  show([
    makeInvoice({ id: 1, credit: 10, toPay: 339 }),
    makeInvoice({ id: 2, status: 'paid', credit: 10, toPay: 339 }),
    makeInvoice({ id: 3, status: 'paid', credit: 349, toPay: 0 }),
    makeInvoice({ id: 4, credit: 10, toPay: 339, payments: [{ ...payment, value: 300 }] }),
    makeInvoice({ id: 5, payments: [{ ...payment, isOdd: false, credited: 100 }] }),
    makeInvoice({ id: 6 }),
  ]);
  const words = [
    /^Crédito de R\$\s10,00: a pagar R\$\s339,00$/,
    /^Crédito de R\$\s10,00 e pagamento de R\$\s339,00$/,
    /^Paga com crédito$/,
    /faltam R\$\s39,00/,
    /^Do Pix de R\$\s100,00 de 24\/11\/2026, R\$\s100,00 viraram crédito/,
  ];
  words.forEach((text, index) => expect(within(row(index + 1)).getByText(text)).toBeTruthy());
  expect(within(row(6)).queryByText(/rédito/)).toBeNull();
});
