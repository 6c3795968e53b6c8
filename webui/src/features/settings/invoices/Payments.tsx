import styled from 'styled-components';
import type { CompanyInvoice, Payment } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { paymentKind } from '@/lib/oddPayment';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';

const Line = styled.div`
  color: ${color.textMuted};
  font-size: ${font.sm};

  &[data-odd] {
    display: grid;
    justify-items: start;
    gap: 4px;
    margin-top: 4px;
    color: ${color.warning};
  }
`;

interface PaymentsProps {
  invoice: CompanyInvoice;
  onSettle: (payment: Payment) => void;
}

/** What came for an invoice; what is not what was asked for waits for somebody who says what became of it. */
export function Payments({ invoice, onSettle }: PaymentsProps) {
  const t = useT();
  return invoice.payments.map((one) => {
    const { endToEndId, value, paidAt, excess, returned, isOdd, credited, settledBy, settledNote } = one;
    return (
      <Line key={endToEndId} data-odd={isOdd || undefined}>
        <p>
          {t(`billing.all.outcome.${paymentKind(one)}`, {
            value: money(value),
            date: formatDate(paidAt),
            missing: money(invoice.toPay - value),
            more: money(excess),
            returned: money(returned),
          })}
        </p>
        {credited > 0 && <p>{t('billing.credit.from', { value: money(credited) })}</p>}
        {settledBy && <p>{t('billing.odd.settledBy', { name: settledBy, note: settledNote ?? '' })}</p>}
        {isOdd && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('billing.odd.settleNamed', { value: money(value), number: invoice.id })}
            onClick={() => onSettle(one)}
          >
            {t('billing.odd.settle')}
          </Button>
        )}
      </Line>
    );
  });
}
