import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { bodyOf, type CheckoutForm } from './model';

export const invoicePageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: keys.invoicePage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/invoices/all', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const subscriptionOptions = queryOptions({
  queryKey: keys.subscription,
  queryFn: ({ signal }) => api.get('/subscription', { signal }),
  refetchOnMount: 'always',
});

/** How one invoice stands; a payment that is told asks for it anew. */
export const invoiceOptions = (id: number) =>
  queryOptions({
    queryKey: keys.invoice(id),
    queryFn: ({ signal }) => api.get('/invoices/{id}', { path: { id }, signal }),
  });

/** Makes the Pix charge of an invoice, or gets the one that is still good. */
export function useCheckout(invoiceId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: CheckoutForm) => api.post('/subscription', { body: bodyOf(form, invoiceId) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.billing }),
  });
}
