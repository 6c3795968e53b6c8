import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Ticket, TicketPage } from '@/api/types';
import { paths } from '@/app/paths';
import { lazyPart, useT } from '@/i18n';
import { useShortcut } from '@/lib/useShortcut';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { VirtualList } from '@/ui/VirtualList';
import { useFirstHour } from '@/features/tickets/firstHour/useFirstHour';
import { useToday } from '@/lib/useToday';
import { TicketItem } from './TicketItem';
import { TicketListSkeleton, TicketSkeleton } from './TicketListSkeleton';

const FirstTickets = lazyPart(() => import('@/features/tickets/firstHour/FirstTickets'), 'firstHour');

const ITEM_PX = 92;

const Root = styled.div`
  height: 100%;
  transition: opacity 120ms;

  &[data-stale] {
    opacity: 0.6;
  }
`;

interface TicketListProps {
  query: UseInfiniteQueryResult<InfiniteData<TicketPage>>;
  selectedUuid: string | null;
  showsUser: boolean;
  showsStatus?: boolean;
  emptyTitle: string;
  onNew: () => void;
}

/** One list in its four states: loading, failed, empty, filled. */
export function TicketList({ query, selectedUuid, showsUser, showsStatus, emptyTitle, onNew }: TicketListProps) {
  const t = useT();
  const today = useToday();
  const { firstHour } = useFirstHour();
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const tickets = data?.pages.flatMap((page) => page.tickets) ?? [];
  const { search } = useLocation();
  const navigate = useNavigate();
  const selected = tickets.findIndex((ticket) => ticket.uuid === selectedUuid);
  /** None is chosen: the first one is the next one. */
  const go = (to: Ticket | undefined) => to && void navigate({ pathname: paths.ticket(to.uuid), search });
  useShortcut('nextTicket', () => go(tickets[selected + 1]));
  useShortcut('previousTicket', () => go(tickets[selected - 1]));
  if (isPending) return <TicketListSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  if (tickets.length === 0 && !hasNextPage) {
    if (firstHour?.state === 'open' && !firstHour.tickets) {
      return (
        <Suspense fallback={null}>
          <FirstTickets />
        </Suspense>
      );
    }
    const action = (
      <Button variant="secondary" icon={<Plus />} onClick={onNew}>
        {t('tickets.newTicket')}
      </Button>
    );
    return <EmptyState icon={<Inbox />} title={emptyTitle} text={t('tickets.empty.hint')} action={action} />;
  }
  const handleEndReached = () => {
    if (hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError) void query.fetchNextPage();
  };
  return (
    <Root data-stale={isPlaceholderData || undefined}>
      <VirtualList
        label={t('tickets.title')}
        items={tickets}
        keyOf={(ticket) => ticket.id}
        estimateSize={ITEM_PX}
        onEndReached={handleEndReached}
        footer={hasNextPage && <TicketSkeleton />}
      >
        {(ticket) => (
          <TicketItem
            ticket={ticket}
            isSelected={ticket.uuid === selectedUuid}
            showsUser={showsUser}
            showsStatus={showsStatus ?? false}
            today={today}
          />
        )}
      </VirtualList>
    </Root>
  );
}
