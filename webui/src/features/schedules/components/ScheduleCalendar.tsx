import { useEffect, useMemo, useRef, useState } from 'react';
import { Calendar, type Components, type View } from 'react-big-calendar';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import type { Schedule } from '@/api/types';
import { useT } from '@/i18n';
import { toWall } from '@/lib/dates';
import { useIsNarrow } from '@/lib/useMedia';
import { useLocale } from '@/state/locale';
import { localizerOf } from '../localizer';
import { toEntry, type CalendarEntry } from '../model';
import { usePlainRoles } from '../usePlainRoles';
import { AgendaLabel } from './AgendaLabel';
import { CalendarFrame } from './CalendarFrame.styles';
import { CalendarToolbar } from './CalendarToolbar';
import { EntryLabel } from './EntryLabel';
import { AskDelete } from './EntryTools';

const VIEWS = ['month', 'week', 'work_week', 'day', 'agenda'] as const satisfies readonly View[];

const COMPONENTS: Components<CalendarEntry> = {
  toolbar: CalendarToolbar,
  event: EntryLabel,
  agenda: { event: AgendaLabel },
};

interface ScheduleCalendarProps {
  schedules: readonly Schedule[];
  date: Date;
  onDate: (date: Date) => void;
  onOpen: (schedule: Schedule) => void;
  onDelete: (schedule: Schedule) => void;
  /** A free place of the calendar was chosen. */
  onNew: (start: Date) => void;
}

/** The five views of the calendar. Narrow screens begin with the agenda, which reads like a list. */
export function ScheduleCalendar({ schedules, date, onDate, onOpen, onDelete, onNew }: ScheduleCalendarProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  usePlainRoles(frame);
  const locale = useLocale();
  const isNarrow = useIsNarrow();
  const [view, setView] = useState<View>(isNarrow ? 'agenda' : 'month');
  const isMoved = useRef(false);
  // Synchronises the browser's focus with the view: the day that led to another one went with its month.
  useEffect(() => {
    if (isMoved.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [view, date]);
  const move = (then: () => void) => {
    isMoved.current = true;
    then();
  };
  const localizer = useMemo(() => localizerOf(locale), [locale]);
  const entries = useMemo(() => schedules.map(toEntry), [schedules]);
  return (
    <AskDelete value={onDelete}>
      <CalendarFrame ref={frame} tabIndex={-1}>
        <Calendar<CalendarEntry>
          localizer={localizer}
          culture={locale}
          events={entries}
          components={COMPONENTS}
          views={[...VIEWS]}
          view={view}
          onView={(next) => move(() => setView(next))}
          date={date}
          getNow={() => toWall(new Date())}
          onNavigate={(next) => move(() => onDate(next))}
          onSelectEvent={(entry) => onOpen(entry.schedule)}
          selectable
          onSelectSlot={({ start }) => onNew(start)}
          popup
          step={30}
          timeslots={2}
          scrollToTime={new Date(1970, 0, 1, 8)}
          eventPropGetter={({ schedule }) => ({ className: `is-${schedule.status}` })}
          messages={{
            date: t('schedules.date'),
            time: t('schedules.time'),
            event: t('schedules.message'),
            noEventsInRange: t('schedules.emptyRange'),
            showMore: (count) => t('schedules.more', { count }),
          }}
        />
      </CalendarFrame>
    </AskDelete>
  );
}
