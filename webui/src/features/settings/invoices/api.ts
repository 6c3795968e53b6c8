import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { saveReceipt } from '@/api/receipt';
import type { InvoiceStatus, SettledBody } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';

export interface Asked {
  searchParam: string;
  status: InvoiceStatus | null;
  odd: boolean;
}

export const companyInvoicesOptions = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: pageKeys.companyInvoices(asked),
    queryFn: ({ pageParam, signal }) => api.get('/invoices', { query: { ...asked, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Marks an invoice as paid by hand; the company's due date moves with it. */
export function useMarkPaid(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api.post('/invoices/{id}/paid', { path: { id }, body: { reason } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: pageKeys.companies });
      return client.invalidateQueries({ queryKey: pageKeys.billing });
    },
  });
}

/** Says what became of a payment that is not what was asked for. */
export function useSettle(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettledBody) => api.post('/invoices/{id}/settled', { path: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.billing }),
  });
}

/** Saves the receipt of a paid invoice. */
export const useReceipt = () =>
  useMutation({ mutationFn: saveReceipt, onError: (error) => toast.error(errorText(error)) });
