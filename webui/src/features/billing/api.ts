import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { saveReceipt } from '@/api/receipt';
import type { Subscription } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { bodyOf, type CheckoutForm } from './model';

export const invoicePageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.invoicePage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/invoices/all', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const subscriptionOptions = queryOptions({
  queryKey: pageKeys.subscription,
  queryFn: ({ signal }) => api.get('/subscription', { signal }),
  refetchOnMount: 'always',
});

/** The plans that the company can take, and what each would mean now. */
export const planOffersOptions = queryOptions({
  queryKey: pageKeys.planOffers,
  queryFn: ({ signal }) => api.get('/subscription/plans', { signal }),
  refetchOnMount: 'always',
});

/** What the server answers is how the company stands; lists and offers are asked for anew. */
function useStanding<Wish>(ask: (wish: Wish) => Promise<Subscription>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: (standing) => client.setQueryData(pageKeys.subscription, standing),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.billing }),
  });
}

/** Takes another plan. */
export const useChoosePlan = () => useStanding((planId: number) => api.put('/subscription/plan', { body: { planId } }));

/** Stays with the plan that is there. */
export const useKeepPlan = () => useStanding<void>(() => api.delete('/subscription/plan'));

/** How one invoice stands; a payment that is told asks for it anew. */
export const invoiceOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.invoice(id),
    queryFn: ({ signal }) => api.get('/invoices/{id}', { path: { id }, signal }),
  });

/** Makes the Pix charge of an invoice, or gets the one that is still good. */
export function useCheckout(invoiceId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: CheckoutForm) => api.post('/subscription', { body: bodyOf(form, invoiceId) }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.billing }),
  });
}

/** Saves the receipt of a paid invoice. */
export const useReceipt = () =>
  useMutation({ mutationFn: saveReceipt, onError: (error) => toast.error(errorText(error)) });
