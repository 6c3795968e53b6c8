import * as v from 'valibot';
import type { Holiday, NationalHoliday } from '@/api/types';
import type { MessageId } from '@/i18n';
import { fieldOfDay } from '@/lib/dates';
import { DAY_MINUTES, inFull, minuteOf, spansOfDay, type Week } from '@/ui/week';

/** What is written about a day on which other hours hold. */
export interface HolidayForm {
  name: string;
  date: string;
  isOpen: boolean;
  start: string;
  end: string;
  yearly: boolean;
  /** Empty for the whole company. */
  queueId: string;
}

export const toForm = (holiday: Holiday | null): HolidayForm => ({
  name: holiday?.name ?? '',
  date: holiday?.date ?? '',
  isOpen: holiday?.startTime != null,
  start: holiday?.startTime ?? '08:00',
  end: holiday?.endTime ?? '12:00',
  yearly: holiday?.yearly ?? false,
  queueId: holiday?.queueId == null ? '' : String(holiday.queueId),
});

export const toBody = ({ name, date, isOpen, start, end, yearly, queueId }: HolidayForm) => ({
  name: name.trim(),
  date,
  yearly,
  startTime: isOpen ? inFull(start) : null,
  endTime: isOpen ? inFull(end) : null,
  queueId: queueId === '' ? null : Number(queueId),
});

const isTime = (text: string) => minuteOf(inFull(text)) !== null;

/** Texts with a dot are the ids of translations. */
export const holidaySchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('common.required' satisfies MessageId),
      v.minLength(2, 'hours.nameShort' satisfies MessageId),
      v.maxLength(50, 'hours.nameLong' satisfies MessageId),
    ),
    date: v.pipe(v.string(), v.nonEmpty('common.required' satisfies MessageId)),
    isOpen: v.boolean(),
    start: v.string(),
    end: v.string(),
    yearly: v.boolean(),
    queueId: v.string(),
  }),
  v.forward(
    v.check(({ isOpen, start }) => !isOpen || isTime(start), 'hours.noTime' satisfies MessageId),
    ['start'],
  ),
  v.forward(
    v.check(({ isOpen, end }) => !isOpen || isTime(end), 'hours.noTime' satisfies MessageId),
    ['end'],
  ),
  v.forward(
    v.check(
      ({ isOpen, start, end }) => !isOpen || !isTime(start) || !isTime(end) || inFull(start) < inFull(end),
      'hours.endsBefore' satisfies MessageId,
    ),
    ['end'],
  ),
);

/** The day on which a holiday is next, or was last; a yearly one always comes again. */
export function dayOf({ date, yearly }: Pick<Holiday, 'date' | 'yearly'>, today: string): string {
  if (!yearly) return date;
  const year = Number(today.slice(0, 4));
  const thisYear = `${year}${date.slice(4)}`;
  return thisYear < today ? `${year + 1}${date.slice(4)}` : thisYear;
}

export interface DatedHoliday {
  holiday: Holiday;
  day: string;
}

/** Those to come, the nearest first, and those that are over, the last first. */
export function sorted(holidays: readonly Holiday[], today: string): { next: DatedHoliday[]; past: DatedHoliday[] } {
  const dated = holidays
    .map((holiday) => ({ holiday, day: dayOf(holiday, today) }))
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.holiday.id - other.holiday.id);
  return {
    next: dated.filter(({ day }) => day >= today),
    past: dated.filter(({ day }) => day < today).toReversed(),
  };
}

/** The national days that the company does not keep yet, without those that are over and do not come again. */
export function missing(
  offered: readonly NationalHoliday[],
  kept: readonly Holiday[],
  today: string,
): NationalHoliday[] {
  const own = kept.filter((each) => each.queueId === null);
  const keeps = (date: string) =>
    own.some((each) => (each.yearly ? each.date.slice(5) === date.slice(5) : each.date === date));
  return offered.filter(({ date, yearly }) => (yearly || date >= today) && !keeps(date));
}

/** Days that are looked through for the next opening. */
const DAYS_AHEAD = 60;

/** Whether the company is open at a moment of its own wall clock, and when that changes; null when not for long. */
export function standingAt(
  week: Week,
  holidays: readonly Holiday[],
  wall: Date,
): { isOpen: boolean; until: Date | null } {
  const own = holidays.filter((each) => each.queueId === null);
  const dateAt = (days: number) => new Date(wall.getFullYear(), wall.getMonth(), wall.getDate() + days);
  const holidayAt = (days: number) => {
    const date = fieldOfDay(dateAt(days));
    const found = own.filter((each) => (each.yearly ? each.date.slice(5) === date.slice(5) : each.date === date));
    // of two the shorter one holds
    return found.find((each) => each.startTime === null) ?? found[0];
  };
  const spansAt = (days: number) => {
    const holiday = holidayAt(days);
    if (holiday) {
      const [from, to] = [minuteOf(holiday.startTime ?? ''), minuteOf(holiday.endTime ?? '')];
      return from === null || to === null ? [] : [{ from, to }];
    }
    const day = week[(dateAt(days).getDay() + 6) % 7];
    const spans = (day && spansOfDay(day)) ?? [];
    // a holiday ends the night before it at midnight
    const end = holidayAt(days + 1) ? DAY_MINUTES : 2 * DAY_MINUTES;
    return spans.map(({ from, to }) => ({ from, to: Math.min(to, end) }));
  };
  const now = wall.getHours() * 60 + wall.getMinutes();
  const moment = (minutes: number) => new Date(wall.getFullYear(), wall.getMonth(), wall.getDate(), 0, minutes);
  for (const days of [-1, 0]) {
    const at = now - days * DAY_MINUTES;
    const span = spansAt(days).find(({ from, to }) => from <= at && at <= to);
    if (span) return { isOpen: true, until: moment(days * DAY_MINUTES + span.to) };
  }
  for (let days = 0; days <= DAYS_AHEAD; days += 1) {
    const span = spansAt(days).find(({ from }) => days * DAY_MINUTES + from > now);
    if (span) return { isOpen: false, until: moment(days * DAY_MINUTES + span.from) };
  }
  return { isOpen: false, until: null };
}
