import { useInfiniteQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { Fragment, useEffect, useEffectEvent } from 'react';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { Badge } from '@/ui/Badge';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { Skeleton } from '@/ui/Skeleton';
import type { Ticket } from '@/api/types';
import { cardsOptions } from './api';
import { Bar, CardRoot, Gap, LaneHead, LaneList, LaneName, LaneRoot, Unread } from './Board.styles';
import { cardsOf, filterKey, type BoardFilter, type Lane } from './model';
import type { Lifting } from './useLift';
import { BoardCard, type Wanted } from './BoardCard';

interface LaneColumnProps {
  lane: Lane;
  lanes: readonly Lane[];
  filter: BoardFilter;
  isHidden: boolean;
  lifting: Lifting;
  selectedUuid: string | null;
  today: Date;
  hintId: string;
  wanted: Wanted;
  /** Null while the lane is being counted. */
  onTotals: (lane: string, count: number | null) => void;
  onOpen: (ticket: Ticket) => void;
  onMoveTo: (ticket: Ticket, from: Lane, to: Lane) => void;
}

function CardSkeleton() {
  return (
    <CardRoot aria-hidden>
      <Skeleton width="62%" />
      <br />
      <Skeleton height={34} />
    </CardRoot>
  );
}

export function LaneColumn(props: LaneColumnProps) {
  const { lane, lifting, filter, onTotals } = props;
  const t = useT();
  const query = useInfiniteQuery(cardsOptions(lane, filter));
  const isFiltered = filterKey(filter) !== '';
  const cards = cardsOf(query.data);
  const first = query.data?.pages[0];
  const count = first?.count;
  const { lift } = lifting;
  const known = query.isPlaceholderData ? null : (count ?? null);
  const tell = useEffectEvent((total: number | null) => onTotals(lane.key, total));
  // Synchronises with the head of the page and its tabs.
  useEffect(() => tell(known), [known]);

  const isOver = lift !== null && lift.by !== 'touch' && lift.over.lane === lane.key;
  const others = cards.filter(({ id }) => id !== lift?.ticket.id);
  const indexOf = (ticketId: number) => cards.findIndex(({ id }) => id === ticketId);
  // How many other cards stand above each of them.
  const gapAt = isOver && !(lift.from.lane === lane.key && lift.from.index === lift.over.index) ? lift.over.index : -1;
  const spotOf = (ticket: Ticket) => ({ lane: lane.key, index: indexOf(ticket.id) });
  const isLeaving = (ticket: Ticket) => lift?.ticket.id === ticket.id && lift.from.lane === lane.key;

  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };

  return (
    <LaneRoot data-lane={lane.key} hidden={props.isHidden} aria-label={lane.name}>
      <LaneHead>
        <Bar aria-hidden style={cssVars({ '--q': lane.color ?? undefined })} />
        <LaneName>{lane.name}</LaneName>
        {count !== undefined && (
          <span role="img" aria-label={t('board.cards', { count })}>
            <Badge count={count} max={99_999} />
          </span>
        )}
        {first !== undefined && first.unread > 0 && <Unread>{t('board.unread', { count: first.unread })}</Unread>}
      </LaneHead>
      <LaneList
        tabIndex={0}
        role="group"
        aria-label={lane.name}
        data-lane-list
        data-over={isOver || undefined}
        data-stale={query.isPlaceholderData || undefined}
      >
        {query.isPending && [0, 1, 2].map((each) => <CardSkeleton key={each} />)}
        {query.isLoadingError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {cards.map((ticket) => (
          <Fragment key={ticket.id}>
            {gapAt >= 0 && !isLeaving(ticket) && others.indexOf(ticket) === gapAt && <Gap />}
            <BoardCard
              ticket={ticket}
              lane={lane}
              lanes={props.lanes}
              today={props.today}
              hintId={props.hintId}
              wanted={props.wanted}
              isSelected={ticket.uuid === props.selectedUuid}
              isHole={isLeaving(ticket) && (lift?.by === 'pointer' || gapAt >= 0 || !isOver) && lift?.by !== 'touch'}
              isCarried={isLeaving(ticket)}
              onOpen={(opened) => {
                if (!lifting.isDragEnd()) props.onOpen(opened);
              }}
              onBegin={(event, begun) => lifting.begin(event, begun, spotOf(begun))}
              onKey={(event, held) => lifting.handleKey(event, held, spotOf(held))}
              onBlur={lifting.handleBlur}
              onMoveTo={(moved, to) => props.onMoveTo(moved, lane, to)}
            />
          </Fragment>
        ))}
        {gapAt >= others.length && <Gap />}
        {count === 0 && gapAt < 0 && (
          <EmptyState
            icon={<Inbox />}
            title={isFiltered ? t('board.notFound') : t(lane.kind === 'tags' ? 'board.emptyTag' : 'board.emptyQueue')}
            text={isFiltered ? undefined : t(lane.kind === 'tags' ? 'board.emptyTagText' : 'board.emptyQueueText')}
          />
        )}
        {query.isFetchNextPageError && <ErrorState error={query.error} onRetry={more} />}
        {query.hasNextPage && !query.isFetchNextPageError && (
          <>
            <CardSkeleton />
            <EndMark key={cards.length} onReached={more} />
          </>
        )}
      </LaneList>
    </LaneRoot>
  );
}
