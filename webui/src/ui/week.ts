/** The hours of a week as people write them (A013, A080). A day has up to three ranges; the last one may end on the next day. */
import type { DayHours } from '@/api/types';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface Range {
  start: string;
  end: string;
}

/** A day as it stands in the form; a closed one remembers its times until it is saved. */
export interface Day {
  weekday: Weekday;
  /** The day's name as the server keeps it. */
  name: string;
  isOpen: boolean;
  start: string;
  end: string;
  /** When it opens again after that. */
  more: readonly Range[];
}

export type Week = readonly Day[];

/** Hours with which a day opens that had none. */
const USUAL = { start: '08:00', end: '18:00' };
export const DAY_MINUTES = 24 * 60;
export const RANGES_MAX = 3;

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The minute of the day that HH:MM names; null when it is no time. */
export function minuteOf(text: string): number | null {
  const parts = TIME.exec(text);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}

/** What was typed in short, in full: "8" is 08:00, "1830" and "18h30" are 18:30. Anything else stays as it is. */
export function inFull(text: string): string {
  const typed = text.trim();
  const parts = /^(\d{1,2})(?:\s*[:hH.]\s*(\d{0,2}))?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  if (!parts) return typed;
  const full = `${(parts[1] ?? '').padStart(2, '0')}:${(parts[2] ?? '').padStart(2, '0')}`;
  return minuteOf(full) === null ? typed : full;
}

/** From Monday; a day without times, or with the same one twice, is closed. */
export function toWeek(schedules: readonly DayHours[]): Week {
  return WEEKDAYS.map((weekday) => {
    const found = schedules.find((each) => each.weekdayEn === weekday);
    const { startTime = '', endTime = '' } = found ?? {};
    const isOpen = minuteOf(startTime) !== null && minuteOf(endTime) !== null && startTime !== endTime;
    const times = isOpen ? { start: startTime, end: endTime } : USUAL;
    const further = isOpen ? (found?.ranges ?? []) : [];
    const more = further.map((range) => ({ start: range.startTime, end: range.endTime }));
    return { weekday, name: found?.weekday ?? weekday, isOpen, ...times, more };
  });
}

export const rangesOf = ({ start, end, more }: Pick<Day, keyof Range | 'more'>): readonly Range[] => [
  { start, end },
  ...more,
];

const toTimes = ([first, ...more]: readonly Range[]): Pick<Day, keyof Range | 'more'> => ({ ...USUAL, ...first, more });

export const changeRange = (day: Day, place: number, change: Partial<Range>) =>
  toTimes(rangesOf(day).map((range, each) => (each === place ? { ...range, ...change } : range)));

export const removeRange = (day: Day, place: number) => toTimes(rangesOf(day).filter((_, each) => each !== place));

const inClock = (minutes: number) => inFull(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`);

/** Another range an hour after the last one, where the day has room for it. */
export function addRange(day: Day): Pick<Day, keyof Range | 'more'> | null {
  const last = spansOfDay(day)?.at(-1);
  const ranges = rangesOf(day);
  const from = (last?.to ?? DAY_MINUTES) + 60;
  if (ranges.length >= RANGES_MAX || from > DAY_MINUTES - 60) return null;
  const to = Math.min(from + 4 * 60, DAY_MINUTES - 1);
  return toTimes([...ranges, { start: inClock(from), end: inClock(to) }]);
}

export const toSchedules = (week: Week): DayHours[] =>
  week.map(({ weekday, name, isOpen, start, end, more }) => ({
    weekday: name,
    weekdayEn: weekday,
    startTime: isOpen ? inFull(start) : '',
    endTime: isOpen ? inFull(end) : '',
    ranges: isOpen ? more.map((range) => ({ startTime: inFull(range.start), endTime: inFull(range.end) })) : [],
  }));

export type DayProblem = { place: number; at: keyof Range; what: 'noTime' | 'equal' | 'order' };

/** What keeps a day from being saved: the first field that is wrong. */
export function problemOf(day: Day): DayProblem | null {
  if (!day.isOpen) return null;
  const ranges = rangesOf(day).map(({ start, end }) => ({ from: minuteOf(inFull(start)), to: minuteOf(inFull(end)) }));
  for (const [place, { from, to }] of ranges.entries()) {
    const before = ranges[place - 1];
    if (from === null) return { place, at: 'start', what: 'noTime' };
    if (to === null) return { place, at: 'end', what: 'noTime' };
    if (from === to) return { place, at: 'end', what: 'equal' };
    if (before && from <= (before.to ?? 0)) return { place, at: 'start', what: 'order' };
    const isNight = to < from;
    // a night is the last one, and over before the day begins again
    const isLast = place === ranges.length - 1;
    const begins = ranges[0]?.from ?? 0;
    if (isNight && (!isLast || (place > 0 && to >= begins))) return { place, at: 'end', what: 'order' };
  }
  return null;
}

export const isSound = (week: Week) => week.every((day) => problemOf(day) === null);

const written = (day: Day) =>
  rangesOf(day)
    .map(({ start, end }) => `${start}-${end}`)
    .join();

const sameHours = (one: Day, other: Day) =>
  one.isOpen === other.isOpen && (!one.isOpen || written(one) === written(other));

export const isSameWeek = (one: Week, other: Week) =>
  one.every((day, place) => {
    const beside = other[place];
    return beside !== undefined && sameHours(day, beside);
  });

/** How many days are another way. */
export const countChanged = (one: Week, other: Week) =>
  one.filter((day, place) => {
    const beside = other[place];
    return beside === undefined || !sameHours(day, beside);
  }).length;

export const changeDay = (week: Week, weekday: Weekday, change: Partial<Omit<Day, 'weekday'>>): Week =>
  week.map((day) => (day.weekday === weekday ? { ...day, ...change } : day));

/** The days that had the hours of this one before: whoever changes it means them too. */
export function alike(week: Week, weekday: Weekday): Weekday[] {
  const own = week.find((day) => day.weekday === weekday);
  return week.filter((day) => own && day.weekday !== weekday && sameHours(day, own)).map((day) => day.weekday);
}

/** Gives the hours of one day to others. */
export function copyDay(week: Week, from: Weekday, to: readonly Weekday[]): Week {
  const own = week.find((day) => day.weekday === from);
  if (!own) return week;
  const { isOpen, start, end, more } = own;
  return week.map((day) => (to.includes(day.weekday) ? { ...day, isOpen, start, end, more } : day));
}

export interface Span {
  from: number;
  to: number;
}

/** The minutes of a day's own hours in their order, those on the next day with them; null while they are no times. */
export function spansOfDay(day: Day): Span[] | null {
  if (!day.isOpen || problemOf(day)) return null;
  return rangesOf(day).map(({ start, end }) => {
    const [from, to] = [minuteOf(inFull(start)) ?? 0, minuteOf(inFull(end)) ?? 0];
    return { from, to: to < from ? to + DAY_MINUTES : to };
  });
}

/** Whether a day's hours reach into the next one. */
export const isOvernight = (day: Day) => (spansOfDay(day)?.at(-1)?.to ?? 0) > DAY_MINUTES;

/** The parts of a calendar day in which it is open: the end of the night before, and its own hours until midnight. */
export function partsOfDay(week: Week, place: number): Span[] {
  const before = week[(place + week.length - 1) % week.length];
  const own = week[place];
  const night = (before && spansOfDay(before))?.at(-1);
  const spans = (own && spansOfDay(own)) ?? [];
  return [
    ...(night && night.to > DAY_MINUTES ? [{ from: 0, to: night.to - DAY_MINUTES }] : []),
    ...spans.map(({ from, to }) => ({ from, to: Math.min(to, DAY_MINUTES) })),
  ];
}
