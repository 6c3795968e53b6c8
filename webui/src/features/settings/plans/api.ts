import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { PlanChange } from '@/api/types';

export const plansOptions = queryOptions({
  queryKey: pageKeys.plans,
  queryFn: ({ signal }) => api.get('/plans/all', { signal }),
});

/** Companies show their plan, so both lists are old after a change. */
function useChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: pageKeys.companies });
    return client.invalidateQueries({ queryKey: pageKeys.plans });
  };
}

export function useSavePlan(id: number | null) {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (body: PlanChange) =>
      id === null ? api.post('/plans', { body }) : api.put('/plans/{id}', { path: { id }, body }),
    onSettled,
  });
}

export function useDeletePlan() {
  const onSettled = useChanged();
  return useMutation({ mutationFn: (id: number) => api.delete('/plans/{id}', { path: { id } }), onSettled });
}
