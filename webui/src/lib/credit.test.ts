import { expect, it } from 'vitest';
import { creditWords } from './credit';

it('says what a credit means for an invoice', () => {
  expect(creditWords({ status: 'open', credit: 0, toPay: 349 })).toBeNull();
  expect(creditWords({ status: 'open', credit: 10, toPay: 339 })).toBe('billing.credit.open');
  expect(creditWords({ status: 'paid', credit: 10, toPay: 339 })).toBe('billing.credit.paid');
  expect(creditWords({ status: 'paid', credit: 349, toPay: 0 })).toBe('billing.credit.whole');
});
