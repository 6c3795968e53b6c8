import { useQuery } from '@tanstack/react-query';
import CalendarOff from 'lucide-react/icons/calendar-off';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import styled from 'styled-components';
import type { Holiday } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { fieldOfDay, toWall } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { toast } from '@/ui/toast';
import { holidaysOptions, useDeleteHoliday } from './api';
import { HolidayDialog } from './HolidayDialog';
import { HolidayTable } from './HolidayTable';
import { sorted } from './model';
import { NationalPanel } from './NationalPanel';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 320px;
  gap: 28px;
  align-items: start;
  max-width: 1180px;

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 14px;
  margin-bottom: 8px;
  color: ${color.textMuted};
  font-size: ${font.base};

  & > :last-child {
    margin-left: auto;
  }
`;

const Choice = styled.div`
  width: 190px;
`;

const LIST = 'holiday-list';

/** Days on which other hours hold than in the week (rule B6): those to come, those that are over, and Brazil's. */
export default function HolidaysTab() {
  const t = useT();
  const { data: holidays, error, refetch } = useQuery(holidaysOptions);
  const [shown, setShown] = useState<'next' | 'past'>('next');
  const [edited, setEdited] = useState<Holiday | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Holiday | null>(null);
  const remove = useDeleteHoliday();
  const today = fieldOfDay(toWall(new Date(useNow(MINUTE_MS))));
  if (!holidays) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const { next, past } = sorted(holidays, today);
  const rows = shown === 'past' && past.length > 0 ? past : next;
  const newButton = (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      {t('hours.newHoliday')}
    </Button>
  );
  return (
    <Columns>
      <section aria-label={t('hours.holidays')}>
        {holidays.length === 0 ? (
          <EmptyState
            icon={<CalendarOff />}
            title={t('hours.noHolidays')}
            text={t('hours.noHolidaysText')}
            action={newButton}
          />
        ) : (
          <>
            <Head>
              {past.length > 0 && (
                <Choice>
                  <Tabs
                    label={t('hours.which')}
                    look="segmented"
                    panelId={LIST}
                    items={[
                      { id: 'next', label: t('hours.next') },
                      { id: 'past', label: t('hours.past') },
                    ]}
                    selected={shown}
                    onSelect={setShown}
                  />
                </Choice>
              )}
              {t('hours.count', { count: holidays.length })}
              {newButton}
            </Head>
            <div id={LIST}>
              <HolidayTable rows={rows} onEdit={setEdited} onDelete={setDoomed} />
            </div>
          </>
        )}
      </section>
      <NationalPanel kept={holidays} today={today} />
      {edited && (
        <HolidayDialog holiday={edited === 'new' ? null : edited} today={today} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('hours.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('hours.deleteText')}
        confirmLabel={t('hours.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() =>
          doomed &&
          remove.mutate(doomed.id, {
            onSuccess: () => toast.success(t('hours.holidayDeleted')),
            onError: (failure) => toast.error(errorText(failure)),
            onSettled: () => setDoomed(null),
          })
        }
        onClose={() => setDoomed(null)}
      />
    </Columns>
  );
}
