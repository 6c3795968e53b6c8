import { memo } from 'react';
import { isSameRow, type Row } from './rows';
import { DayDivider } from './DayDivider';
import { EpisodeDivider } from './EpisodeDivider';
import { MessageBubble } from '@/features/tickets/message/MessageBubble';
import { NoticeLine } from './NoticeLine';
import { OutgoingBubble } from '@/features/tickets/message/OutgoingBubble';

export const GAP_PX = 6;

interface RowViewProps {
  row: Row;
}

export const RowView = memo(
  function RowView({ row }: RowViewProps) {
    switch (row.kind) {
      case 'day':
        return <DayDivider at={row.at} />;
      case 'episode':
        return <EpisodeDivider episode={row.episode} change={row.change} />;
      case 'gap':
        return <div style={{ height: GAP_PX }} />;
      case 'message':
        return row.message.mediaType === 'notice' ? (
          <NoticeLine message={row.message} />
        ) : (
          <MessageBubble message={row.message} />
        );
      case 'outgoing':
        return <OutgoingBubble outgoing={row.outgoing} />;
    }
  },
  (before, after) => isSameRow(before.row, after.row),
);
