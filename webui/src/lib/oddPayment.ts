/** What is odd about a payment of an invoice, in one word for texts. */
export type PaymentKind = 'paid' | 'tooLittle' | 'tooMuch' | 'double' | 'late' | 'returned';

export interface PaymentLike {
  outcome: 'paid' | 'tooLittle' | 'double' | 'late';
  excess: number;
  returned: number;
}

/** Money that went back says most; then what the payment met. */
export function paymentKind({ outcome, excess, returned }: PaymentLike): PaymentKind {
  if (returned > 0) return 'returned';
  return outcome === 'paid' && excess > 0 ? 'tooMuch' : outcome;
}
