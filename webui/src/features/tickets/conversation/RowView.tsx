import { memo, Suspense } from 'react';
import { lazyPart } from '@/i18n';
import { isSameRow, type Row } from './rows';
import { DayDivider } from './DayDivider';
import { EpisodeDivider } from './EpisodeDivider';
import { MessageBubble } from '@/features/tickets/message/MessageBubble';

// On its way while the messages are: nothing is on its way out before.
const OutgoingBubble = lazyPart(async () => ({
  default: (await import('@/features/tickets/message/OutgoingBubble')).OutgoingBubble,
}));
OutgoingBubble.preload();
const NoticeLine = lazyPart(() => import('./NoticeLine'));

export const GAP_PX = 6;

interface RowViewProps {
  row: Row;
}

export const RowView = memo(
  function RowView({ row }: RowViewProps) {
    if (typeof row === 'number') return <div style={{ height: GAP_PX }} />;
    if (!('kind' in row)) {
      return row.mediaType === 'notice' ? (
        <Suspense fallback={null}>
          <NoticeLine message={row} />
        </Suspense>
      ) : (
        <MessageBubble message={row} />
      );
    }
    switch (row.kind) {
      case 'day':
        return <DayDivider at={row.at} />;
      case 'episode':
        return <EpisodeDivider episode={row.episode} change={row.change} />;
      case 'outgoing':
        return (
          <Suspense fallback={null}>
            <OutgoingBubble outgoing={row.outgoing} />
          </Suspense>
        );
    }
  },
  (before, after) => isSameRow(before.row, after.row),
);
