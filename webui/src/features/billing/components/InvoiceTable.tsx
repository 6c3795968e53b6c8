import Download from 'lucide-react/icons/download';
import styled from 'styled-components';
import type { OwnInvoice } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CreditLine } from '@/ui/CreditLine';
import { DataRow, DataTable } from '@/ui/DataTable';
import { Pill } from '@/ui/Pill';
import { useReceipt } from '../api';
import { stateOf, TONES } from '../model';
import { OddPayments } from './OddPayments';

const Row = styled(DataRow)`
  &[data-state='overdue'] {
    background: ${color.dangerSoft};
  }
  & > td:first-child {
    color: ${color.textMuted};
    font-variant-numeric: tabular-nums;
  }
`;

const Detail = styled.p`
  font-weight: ${font.semibold};
`;

const Below = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Figure = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  &[data-strong] {
    font-weight: ${font.semibold};
  }
`;

interface InvoiceTableProps {
  invoices: readonly OwnInvoice[];
  onPay: (invoice: OwnInvoice) => void;
}

/** A014 A060: what is owed and what was paid. */
export function InvoiceTable({ invoices, onPay }: InvoiceTableProps) {
  const t = useT();
  const receipt = useReceipt();
  const now = new Date(useNow(MINUTE_MS));
  const heads = (['number', 'detail', 'due', 'status', 'value', 'actions'] as const).map((head) =>
    t(`billing.head.${head}`),
  );
  return (
    <DataTable heads={heads} isInset>
      {invoices.map((invoice) => {
        const state = stateOf(invoice, now);
        return (
          <Row key={invoice.id} data-state={state}>
            <td>#{invoice.id}</td>
            <td>
              <Detail>
                {invoice.kind === 'difference' ? t('billing.difference', { plan: invoice.detail }) : invoice.detail}
              </Detail>
              {invoice.paidAt && <Below>{t('billing.paidOn', { date: formatDate(invoice.paidAt) })}</Below>}
              <OddPayments invoice={invoice} />
            </td>
            <td>
              <Figure>{formatDate(invoice.dueDate)}</Figure>
            </td>
            <td>
              <Pill tone={TONES[state]} hasDot>
                {t(`billing.status.${state}`)}
              </Pill>
            </td>
            <td>
              <Figure data-strong>{money(invoice.value)}</Figure>
              <CreditLine invoice={invoice} />
            </td>
            <td>
              {invoice.status === 'open' && (
                <Button
                  size="sm"
                  variant={state === 'overdue' ? 'primary' : 'secondary'}
                  aria-label={t('billing.payNamed', { number: invoice.id })}
                  onClick={() => onPay(invoice)}
                >
                  {t('billing.pay')}
                </Button>
              )}
              {invoice.status === 'paid' && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Download />}
                  isBusy={receipt.isPending && receipt.variables === invoice.id}
                  aria-label={t('billing.receiptNamed', { number: invoice.id })}
                  onClick={() => receipt.mutate(invoice.id)}
                >
                  {t('billing.receipt')}
                </Button>
              )}
            </td>
          </Row>
        );
      })}
    </DataTable>
  );
}
