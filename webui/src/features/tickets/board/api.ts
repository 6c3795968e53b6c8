import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket } from '@/api/types';
import { applyTicket } from '@/realtime/handlers/ticket';
import { useT } from '@/i18n';
import { toast } from '@/ui/toast';
import { useViewer } from '@/features/tickets/useViewer';
import { filterKey, moveBody, movedTicket, type BoardFilter, type Drop, type Lane } from './model';

export const tagLanesOptions = queryOptions({
  queryKey: pageKeys.tagLanes,
  queryFn: async ({ signal }) => (await api.get('/tags/kanban', { signal })).lista,
  refetchOnMount: 'always',
});

export const queueLanesOptions = queryOptions({
  queryKey: pageKeys.queueLanes,
  queryFn: async ({ signal }) => (await api.get('/queue-kanban', { signal })).lista,
  refetchOnMount: 'always',
});

export const cardsOptions = ({ key, kind, id }: Lane, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: pageKeys.boardCards(key, filterKey(filter)),
    queryFn: ({ pageParam, signal }) =>
      api.get('/ticket/kanban', {
        query: {
          ...(kind === 'tags' ? { tagId: id } : { queueId: id }),
          searchParam: filter.search,
          userId: filter.userId ?? undefined,
          filterQueueId: filter.queueId ?? undefined,
          page: pageParam,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    // A lane that was not on the page has heard no events.
    refetchOnMount: 'always',
    gcTime: 60_000,
  });

/** A card stands where it was dropped at once, and goes back when the server refuses (A126). */
export function useMoveCard(lay: (ticket: Ticket) => void) {
  const t = useT();
  const client = useQueryClient();
  const viewer = useViewer();
  const { mutate } = useMutation({
    mutationFn: (drop: Drop) =>
      api.put('/ticket/kanban/{ticketId}', { path: { ticketId: drop.ticket.id }, body: moveBody(drop) }),
    onSuccess: (ticket, { from, to }) => {
      lay(ticket);
      applyTicket(client, ticket, viewer);
      // within a lane the card itself says it (A131)
      if (from.key !== to.key) toast.success(t(to.kind === 'tags' ? 'board.ticketUpdated' : 'board.queueUpdated'));
    },
    onError: (_error, { ticket }) => {
      lay(ticket);
      toast.error(t('board.failed'));
      void client.invalidateQueries({ queryKey: pageKeys.board });
    },
  });
  return (drop: Drop) => {
    lay(movedTicket(drop));
    mutate(drop);
  };
}
