import styled from 'styled-components';
import type { Episode } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { formatDate, formatTime } from '@/lib/dates';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 8px 0;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  line-height: 20px;
  text-align: center;

  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: ${color.line};
  }
`;

interface EpisodeDividerProps {
  episode: Episode;
  change: 'started' | 'closed';
}

/** S034: where one ticket of the contact ends and the next begins. */
export function EpisodeDivider({ episode, change }: EpisodeDividerProps) {
  const t = useT();
  const at = change === 'closed' ? (episode.closedAt ?? episode.createdAt) : episode.createdAt;
  const values = { id: String(episode.id), date: formatDate(at), time: formatTime(at) };
  return <Root>{change === 'started' ? t('tickets.started', values) : t('tickets.closedAt', values)}</Root>;
}
