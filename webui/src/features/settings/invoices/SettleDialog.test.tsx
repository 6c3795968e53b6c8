import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { CompanyInvoice, Payment } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { SettleDialog } from './SettleDialog';

afterEach(() => vi.restoreAllMocks());

const payment: Payment = {
  endToEndId: 'E1',
  value: 359,
  paidAt: '2026-11-24T12:00:00Z',
  outcome: 'paid',
  excess: 10,
  returned: 0,
  returnedAt: null,
  isOdd: true,
  credited: 0,
  creditTakenBack: 0,
  creditable: 10,
  settledAt: null,
  settledBy: null,
  settledNote: null,
};
const invoice = { id: 7, companyName: 'Lojas Aurora', value: 349, credit: 0, toPay: 349 } as CompanyInvoice;

const show = (one: Payment) => {
  const sent = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  renderSignedIn(<SettleDialog invoice={invoice} payment={one} onClose={vi.fn()} />, {
    user: makeUser({ super: true }),
  });
  return sent;
};
const settle = () => {
  fireEvent.change(screen.getByLabelText('O que foi feito'), { target: { value: 'Combinado' } });
  fireEvent.click(screen.getByRole('button', { name: 'Resolver' }));
};
const bodyOf = (sent: ReturnType<typeof show>) => (sent.mock.calls[0]?.[1] as { body?: unknown } | undefined)?.body;

it('turns what is odd into credit when somebody says so, and never says how much', async () => {
  const sent = show(payment);
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Virar crédito de R\$\s10,00/ }));
  expect(screen.getByText(/O valor sai da próxima fatura/)).toBeTruthy();
  settle();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(bodyOf(sent)).toEqual({ endToEndId: 'E1', note: 'Combinado', asCredit: true });
});

it('notes words alone otherwise', async () => {
  const sent = show(payment);
  expect(await screen.findByText(/Dinheiro e vencimento ficam como estão/)).toBeTruthy();
  settle();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(bodyOf(sent)).toEqual({ endToEndId: 'E1', note: 'Combinado', asCredit: false });
});

it('offers no second credit, and says what was taken off the first', async () => {
  show({ ...payment, returned: 10, credited: 3, creditTakenBack: 7, creditable: 0 });
  expect(await screen.findByText(/Saíram do crédito R\$\s7,00, .* R\$\s3,00/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
