import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useState } from 'react';
import type { Invoice } from '@/api/types';
import { useT } from '@/i18n';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { invoicePageOptions, subscriptionOptions } from './api';
import { BillingTabs } from './components/BillingTabs';
import { CheckoutDialog } from './components/CheckoutDialog';
import { InvoiceTable } from './components/InvoiceTable';
import { useNote } from './useNote';

/** A014: what the company owes for its desk. */
export default function InvoicesPage() {
  const t = useT();
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(invoicePageOptions(search.search)), (page) => page.invoices);
  const note = useNote(useQuery(subscriptionOptions).data);
  const [paid, setPaid] = useState<Invoice | null>(null);
  return (
    <ListPage
      title={t('billing.title')}
      note={note}
      search={{ ...search, label: t('billing.search') }}
      above={<BillingTabs selected="invoices" />}
      list={list}
      words={{
        icon: <ReceiptText />,
        empty: t('billing.empty'),
        emptyText: t('billing.emptyText'),
        none: t('billing.notFound'),
        noneText: t('billing.notFoundText'),
      }}
      dialogs={paid && <CheckoutDialog key={paid.id} invoice={paid} onClose={() => setPaid(null)} />}
    >
      {(invoices) => <InvoiceTable invoices={invoices} onPay={setPaid} />}
    </ListPage>
  );
}
