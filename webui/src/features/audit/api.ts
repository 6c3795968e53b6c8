import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { AuditSubject } from '@/api/types';
import { errorText } from '@/i18n';
import { saveTable } from '@/lib/saveAs';
import { toast } from '@/ui/toast';

export interface Asked {
  searchParam: string;
  userId: number | null;
  entity: AuditSubject | null;
  from: string;
  to: string;
}

const queryOf = ({ searchParam, userId, entity, from, to }: Asked) => ({
  searchParam,
  userId: userId ?? undefined,
  entity: entity ?? undefined,
  from,
  to,
});

/** Records page by page, the newest first. */
export const useRecords = (asked: Asked) =>
  useInfiniteQuery({
    queryKey: pageKeys.audit(asked),
    queryFn: ({ pageParam, signal }) =>
      api.get('/audit', { query: { ...queryOf(asked), pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    // Others change things all the time, and nobody tells.
    staleTime: 0,
  });

export const useExport = () =>
  useMutation({
    mutationFn: async (asked: Asked) => {
      const text = await api.get('/audit/export', { query: queryOf(asked) });
      saveTable('registro-de-acoes.csv', text);
    },
    onError: (error) => toast.error(errorText(error)),
  });
