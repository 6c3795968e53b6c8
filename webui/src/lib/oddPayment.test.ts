import { expect, it } from 'vitest';
import { paymentKind } from './oddPayment';

it('says of a payment what a person has to know first', () => {
  const kind = (outcome: 'paid' | 'tooLittle' | 'double' | 'late', excess = 0, returned = 0) =>
    paymentKind({ outcome, excess, returned });
  expect(kind('paid')).toBe('paid');
  expect(kind('paid', 10)).toBe('tooMuch');
  expect(kind('tooLittle')).toBe('tooLittle');
  expect(kind('double')).toBe('double');
  expect(kind('late')).toBe('late');
  expect(kind('paid', 10, 5)).toBe('returned');
  expect(kind('late', 0, 5)).toBe('returned');
});
