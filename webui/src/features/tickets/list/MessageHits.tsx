import { useInfiniteQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { VirtualList } from '@/ui/VirtualList';
import { messageHitsOptions } from '@/features/tickets/api';
import { useToday } from '@/lib/useToday';
import { MessageHit } from './MessageHit';
import { TicketListSkeleton, TicketSkeleton } from './TicketListSkeleton';

const ITEM_PX = 76;

/** S029: messages with the words of the search, newest first; each leads to its place in the conversation. */
export default function MessageHits({ text }: { text: string }) {
  const t = useT();
  const today = useToday();
  const query = useInfiniteQuery(messageHitsOptions(text));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (isPending) return <TicketListSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  const found = data.pages.flatMap((page) => page.messages);
  if (found.length === 0) return <EmptyState icon={<SearchX />} title={t('search.none')} text={t('search.noneText')} />;
  const handleEndReached = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void query.fetchNextPage();
  };
  const more = isFetchNextPageError ? (
    <Button variant="ghost" isWide onClick={() => void query.fetchNextPage()}>
      {t('search.failed')}
    </Button>
  ) : (
    <TicketSkeleton />
  );
  return (
    <VirtualList
      label={t('search.found')}
      items={found}
      keyOf={(message) => message.id}
      estimateSize={ITEM_PX}
      onEndReached={handleEndReached}
      footer={hasNextPage && more}
    >
      {(message) => <MessageHit message={message} search={text} today={today} />}
    </VirtualList>
  );
}
