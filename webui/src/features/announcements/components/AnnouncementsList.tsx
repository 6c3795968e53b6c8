import Megaphone from 'lucide-react/icons/megaphone';
import { useEffect, type UIEvent } from 'react';
import styled from 'styled-components';
import type { Announcement } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { color, font, truncate } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import { Pill } from '@/ui/Pill';
import type { useAnnouncements } from '../api';
import { toneOf } from '../model';

/** S135 */
const NEAR_END_PX = 100;

const Title = styled.h2`
  padding: 12px 14px;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.md};
`;

/** S136: at most 300 px high. */
const List = styled.ul`
  max-height: 300px;
  overflow-y: auto;
`;

const Row = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 3px;
  width: 100%;
  padding: 10px 14px 10px 11px;
  border-bottom: 1px solid ${color.line};
  border-left: 3px solid ${color.lineStrong};
  text-align: left;

  &[data-tone='danger'] {
    border-left-color: ${color.danger};
  }
  &[data-tone='warning'] {
    border-left-color: ${color.warning};
  }
  &:hover {
    background: ${color.hover};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > :first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    font-size: ${font.base};
  }
  & b {
    ${truncate}
  }
`;

const Text = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.sm};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const When = styled.time`
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

interface AnnouncementsListProps {
  query: ReturnType<typeof useAnnouncements>;
  records: readonly Announcement[];
  onSeen: () => void;
  onOpen: (record: Announcement) => void;
}

export default function AnnouncementsList({ query, records, onSeen, onOpen }: AnnouncementsListProps) {
  const t = useT();

  // Synchronises what this browser remembers with what has been on its screen.
  useEffect(onSeen);

  const handleScroll = ({ currentTarget }: UIEvent<HTMLUListElement>) => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < NEAR_END_PX && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <>
      <Title>{t('shell.announcements.title')}</Title>
      {query.isPending && <PageSpinner />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && records.length === 0 && (
        <EmptyState
          icon={<Megaphone />}
          title={t('shell.announcements.empty')}
          text={t('shell.announcements.emptyText')}
        />
      )}
      {records.length > 0 && (
        <List onScroll={handleScroll}>
          {records.map((record) => (
            <li key={record.id}>
              <Row type="button" data-tone={toneOf(record)} onClick={() => onOpen(record)}>
                <span>
                  <b>{record.title}</b>
                  <Pill tone={toneOf(record)}>
                    {t('shell.announcements.priority', { priority: String(record.priority) })}
                  </Pill>
                </span>
                <Text>{record.text}</Text>
                <When dateTime={record.createdAt}>{formatDate(record.createdAt)}</When>
              </Row>
            </li>
          ))}
        </List>
      )}
    </>
  );
}
