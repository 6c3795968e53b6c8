import { memo } from 'react';
import type { Row } from '../model/rows';
import { DayDivider } from './DayDivider';
import { EpisodeDivider } from './EpisodeDivider';
import { MessageBubble } from './MessageBubble';
import { OutgoingBubble } from './OutgoingBubble';

const GAP_PX = 6;

const isSame = ({ row: a }: RowViewProps, { row: b }: RowViewProps) => {
  if (a.kind !== b.kind || a.key !== b.key) return false;
  if (a.kind === 'message' && b.kind === 'message') return a.message === b.message;
  if (a.kind === 'outgoing' && b.kind === 'outgoing') return a.outgoing === b.outgoing;
  if (a.kind === 'episode' && b.kind === 'episode') return a.episode === b.episode;
  return true;
};

interface RowViewProps {
  row: Row;
}

export const RowView = memo(function RowView({ row }: RowViewProps) {
  switch (row.kind) {
    case 'day':
      return <DayDivider at={row.at} />;
    case 'episode':
      return <EpisodeDivider episode={row.episode} change={row.change} />;
    case 'gap':
      return <div style={{ height: GAP_PX }} />;
    case 'message':
      return <MessageBubble message={row.message} />;
    case 'outgoing':
      return <OutgoingBubble outgoing={row.outgoing} />;
  }
}, isSame);
