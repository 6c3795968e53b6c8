import type { MessageId } from '@/i18n';

export interface CreditedLike {
  status: 'open' | 'paid' | 'cancelled';
  credit: number;
  toPay: number;
}

/** What is said of the credit in an invoice; null if there is none. */
export function creditWords({ status, credit, toPay }: CreditedLike): MessageId | null {
  if (credit <= 0) return null;
  if (status === 'open') return 'billing.credit.open';
  return toPay > 0 ? 'billing.credit.paid' : 'billing.credit.whole';
}
