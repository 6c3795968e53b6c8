import styled from 'styled-components';
import type { OwnInvoice } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { paymentKind } from '@/lib/oddPayment';
import { color, font } from '@/styles/tokens';

const Words = styled.p`
  max-width: 62ch;
  color: ${color.textMuted};
  font-size: ${font.sm};

  &[data-odd] {
    color: ${color.warning};
  }
`;

/** What came for an invoice and is not what was asked for, and what its company can do, until that was settled; then what became credit. */
export function OddPayments({ invoice }: { invoice: OwnInvoice }) {
  const t = useT();
  return invoice.payments
    .filter(({ isOdd, credited }) => isOdd || credited > 0)
    .map((one) => {
      const kind = one.isOdd ? paymentKind(one) : 'credited';
      if (kind === 'paid') return null;
      return (
        <Words key={one.endToEndId} data-odd={one.isOdd || undefined}>
          {t(`billing.own.${kind}`, {
            value: money(one.value),
            date: formatDate(one.paidAt),
            missing: money(invoice.toPay - one.value),
            more: money(one.excess),
            returned: money(one.returned),
            credit: money(one.credited),
          })}
        </Words>
      );
    });
}
