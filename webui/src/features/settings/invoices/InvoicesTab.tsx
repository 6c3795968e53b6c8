import { useInfiniteQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import ReceiptText from 'lucide-react/icons/receipt-text';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import styled from 'styled-components';
import type { CompanyInvoice, InvoiceStatus, Payment } from '@/api/types';
import { useT } from '@/i18n';
import { daysUntil, formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CreditLine } from '@/ui/CreditLine';
import { DataRow, DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { pagedList, useListSearch } from '@/ui/list';
import { Pill, type Tone } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import { Select } from '@/ui/Select';
import { companyInvoicesOptions, useReceipt } from './api';
import { PaidDialog } from './PaidDialog';
import { Payments } from './Payments';
import { SettleDialog } from './SettleDialog';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 10px;
  max-width: 1180px;
  margin-bottom: 12px;

  & > :first-child {
    flex: 0 1 280px;
  }

  @media ${media.sm} {
    & > :first-child {
      flex: 1 0 100%;
    }
  }
`;

const Rows = styled.div`
  &[data-stale] {
    opacity: 0.6;
  }
`;

const Top = styled.p`
  font-weight: ${font.semibold};
`;

const Below = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Figure = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const FILTERS = ['open', 'paid', 'cancelled', 'odd'] as const;
type FilterName = (typeof FILTERS)[number];
type State = InvoiceStatus | 'overdue';

const TONES: Record<State, Tone> = { paid: 'success', overdue: 'danger', open: 'info', cancelled: 'neutral' };

/** Those who run the server: what every company owes and has paid, and what needs a person. */
export default function InvoicesTab() {
  const t = useT();
  const search = useListSearch();
  const receipt = useReceipt();
  const now = new Date(useNow(MINUTE_MS));
  const [filter, setFilter] = useState<FilterName | ''>('');
  const [odd, setOdd] = useState<{ invoice: CompanyInvoice; payment: Payment } | null>(null);
  const [marked, setMarked] = useState<CompanyInvoice | null>(null);
  const asked = {
    searchParam: search.search,
    status: filter === 'odd' || filter === '' ? null : filter,
    odd: filter === 'odd',
  };
  const list = pagedList(useInfiniteQuery(companyInvoicesOptions(asked)), ({ invoices }) => invoices);
  const isFiltered = search.search !== '' || filter !== '';
  const stateOf = ({ status, dueDate }: CompanyInvoice): State =>
    status === 'open' && (daysUntil(dueDate, now) ?? 0) < 0 ? 'overdue' : status;

  const row = (invoice: CompanyInvoice) => {
    const state = stateOf(invoice);
    const { id, detail, companyName, paidBy, paidReason } = invoice;
    return (
      <DataRow key={id}>
        <td>
          <Top>{companyName}</Top>
          <Below>
            #{id} · {invoice.kind === 'difference' ? t('billing.difference', { plan: detail }) : detail}
          </Below>
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
          <Figure>{money(invoice.value)}</Figure>
          <CreditLine invoice={invoice} />
          {paidBy && <Below>{t('billing.all.byHand', { name: paidBy, reason: paidReason ?? '' })}</Below>}
          <Payments invoice={invoice} onSettle={(payment) => setOdd({ invoice, payment })} />
        </td>
        <td>
          {invoice.status === 'open' && (
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('billing.all.markNamed', { number: id })}
              onClick={() => setMarked(invoice)}
            >
              {t('billing.all.mark')}
            </Button>
          )}
          {invoice.status === 'paid' && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Download />}
              isBusy={receipt.isPending && receipt.variables === id}
              aria-label={t('billing.receiptNamed', { number: id })}
              onClick={() => receipt.mutate(id)}
            >
              {t('billing.receipt')}
            </Button>
          )}
        </td>
      </DataRow>
    );
  };

  const content = () => {
    const { rows } = list;
    if (!rows) return list.error ? <ErrorState error={list.error} onRetry={list.onRetry} /> : <RowsSkeleton />;
    if (rows.length === 0 && isFiltered) {
      return <EmptyState icon={<SearchX />} title={t('billing.all.none')} text={t('billing.all.noneText')} />;
    }
    if (rows.length === 0) {
      return <EmptyState icon={<ReceiptText />} title={t('billing.all.empty')} text={t('billing.all.emptyText')} />;
    }
    const heads = [
      t('billing.all.company'),
      t('billing.head.due'),
      t('billing.head.status'),
      t('billing.head.value'),
      t('billing.head.actions'),
    ];
    return (
      <Rows data-stale={list.isStale || undefined}>
        <DataTable heads={heads}>{rows.map(row)}</DataTable>
        {list.isMoreFailed && <ErrorState error={list.error} onRetry={list.onMore} />}
        {list.hasMore && !list.isMoreFailed && <EndMark key={rows.length} onReached={list.onMore} />}
      </Rows>
    );
  };

  return (
    <>
      <Head>
        <SearchInput
          label={t('billing.all.search')}
          placeholder={t('billing.all.search')}
          value={search.text}
          maxLength={200}
          onSearch={search.onText}
        />
        <Select
          label={t('billing.all.status')}
          value={filter}
          placeholder={t('billing.all.every')}
          options={FILTERS.map((value) => ({
            value,
            label: value === 'odd' ? t('billing.all.odd') : t(`billing.status.${value}`),
          }))}
          onValueChange={(value) => setFilter(FILTERS.find((each) => each === value) ?? '')}
        />
      </Head>
      {content()}
      {odd && <SettleDialog key={odd.payment.endToEndId} {...odd} onClose={() => setOdd(null)} />}
      {marked && <PaidDialog key={marked.id} invoice={marked} onClose={() => setMarked(null)} />}
    </>
  );
}
