import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import styled from 'styled-components';
import type { Schedule } from '@/api/types';
import { useT } from '@/i18n';
import { fromWall, toWall } from '@/lib/dates';
import { useDebounced } from '@/lib/useDebounced';
import { color, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageHead } from '@/ui/PageHead';
import { SearchInput } from '@/ui/SearchInput';
import { Skeleton } from '@/ui/Skeleton';
import { useSchedules } from './api';
import { ScheduleCalendar } from './components/ScheduleCalendar';
import { ScheduleDialog } from './components/ScheduleDialog';
import { spanOf } from './model';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: 14px;
  height: 100%;
  min-height: 620px;
  padding: 20px 24px 24px;
  background: ${color.surface};

  @media ${media.sm} {
    padding: 14px;
  }
`;

const Hint = styled.div`
  & > div {
    height: auto;
    min-height: 0;
    padding: 8px 24px;
  }
`;

type Open = { schedule: Schedule | null; start?: Date; asksDelete?: boolean } | null;

/** S014: the messages that will be, and were, sent at their time. */
export default function SchedulesPage() {
  const t = useT();
  const [date, setDate] = useState(() => toWall(new Date()));
  const [text, setText] = useState('');
  const [open, setOpen] = useState<Open>(null);
  // S134
  const search = useDebounced(text.trim());
  const query = useSchedules(spanOf(date), search);
  const handleNew = () => setOpen({ schedule: null });
  const isEmpty = query.isSuccess && query.data.length === 0;

  return (
    <Page>
      <PageHead
        title={t('schedules.title')}
        note={t('schedules.subtitle')}
        search={<SearchInput label={t('schedules.search')} value={text} onSearch={setText} />}
        tools={
          <Button icon={<CalendarPlus />} onClick={handleNew}>
            {t('schedules.new')}
          </Button>
        }
      />
      {query.isPending && (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={520} />
        </div>
      )}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (
        <Hint>
          <EmptyState
            icon={<CalendarClock />}
            title={t(search ? 'schedules.noneFound' : 'schedules.empty')}
            text={t(search ? 'schedules.noneFoundText' : 'schedules.emptyText')}
            action={
              search ? undefined : (
                <Button variant="secondary" onClick={handleNew}>
                  {t('schedules.new')}
                </Button>
              )
            }
          />
        </Hint>
      )}
      {query.isSuccess && (
        <ScheduleCalendar
          schedules={query.data}
          date={date}
          onDate={setDate}
          onOpen={(schedule) => setOpen({ schedule })}
          onDelete={(schedule) => setOpen({ schedule, asksDelete: true })}
          onNew={(start) => setOpen({ schedule: null, start: fromWall(start) })}
        />
      )}
      {open && (
        <ScheduleDialog
          key={open.schedule?.id ?? 'new'}
          schedule={open.schedule}
          start={open.start}
          asksDelete={open.asksDelete}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}
