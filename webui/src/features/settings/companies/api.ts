import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { CompanyChange } from '@/api/types';
import type { StandingFilter } from './model';

export interface Asked {
  searchParam: string;
  planId: number | null;
  standing: StandingFilter | null;
}

/** S135: companies page by page, the nearest due date first. */
export const useCompanies = ({ searchParam, planId, standing }: Asked) =>
  useInfiniteQuery({
    queryKey: pageKeys.companyPage({ searchParam, planId, standing }),
    queryFn: ({ pageParam, signal }) =>
      api.get('/companies', {
        query: { searchParam, planId: planId ?? undefined, standing: standing ?? undefined, pageNumber: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** Plans count their companies, so both lists are old after a change. */
function useChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: pageKeys.plans });
    return client.invalidateQueries({ queryKey: pageKeys.companies });
  };
}

export function useSaveCompany(id: number | null) {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: async (body: CompanyChange) => {
      if (id !== null) return { invitationSent: null, ...(await api.put('/companies/{id}', { path: { id }, body })) };
      return api.post('/companies', { body });
    },
    onSettled,
  });
}

export function useRenewCompany() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (id: number) => api.post('/companies/{id}/renew', { path: { id } }),
    onSettled,
  });
}

export function useSetDue() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: ({ id, dueDate }: { id: number; dueDate: string | null }) =>
      api.put('/companies/{id}', { path: { id }, body: { dueDate } }),
    onSettled,
  });
}

export function useDeleteCompany() {
  const onSettled = useChanged();
  return useMutation({ mutationFn: (id: number) => api.delete('/companies/{id}', { path: { id } }), onSettled });
}

export const useEnterCompany = () =>
  useMutation({
    mutationFn: (body: { companyId: number; reason: string; minutes: number }) => api.post('/impersonations', { body }),
  });
