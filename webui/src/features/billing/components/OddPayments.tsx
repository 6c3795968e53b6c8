import styled from 'styled-components';
import type { OwnInvoice } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { paymentKind } from '@/lib/oddPayment';
import { color, font } from '@/styles/tokens';

const Words = styled.p`
  max-width: 62ch;
  color: ${color.warning};
  font-size: ${font.sm};
`;

/** What came for an invoice and is not what was asked for, and what its company can do, until that was settled. */
export function OddPayments({ invoice }: { invoice: OwnInvoice }) {
  const t = useT();
  return invoice.payments
    .filter(({ isOdd }) => isOdd)
    .map((one) => {
      const kind = paymentKind(one);
      if (kind === 'paid') return null;
      return (
        <Words key={one.endToEndId}>
          {t(`billing.own.${kind}`, {
            value: money(one.value),
            date: formatDate(one.paidAt),
            missing: money(invoice.value - one.value),
            more: money(one.excess),
            returned: money(one.returned),
          })}
        </Words>
      );
    });
}
