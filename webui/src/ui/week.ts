/** The hours of a week as people write them (A013, A080). A time that ends before it begins ends on the next day. */
import type { DayHours } from '@/api/types';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A day as it stands in the form; a closed one remembers its times until it is saved. */
export interface Day {
  weekday: Weekday;
  /** The day's name as the server keeps it. */
  name: string;
  isOpen: boolean;
  start: string;
  end: string;
}

export type Week = readonly Day[];

/** Hours with which a day opens that had none. */
const USUAL = { start: '08:00', end: '18:00' };
export const DAY_MINUTES = 24 * 60;

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
    return { weekday, name: found?.weekday ?? weekday, isOpen, ...times };
  });
}

export const toSchedules = (week: Week): DayHours[] =>
  week.map(({ weekday, name, isOpen, start, end }) => ({
    weekday: name,
    weekdayEn: weekday,
    startTime: isOpen ? inFull(start) : '',
    endTime: isOpen ? inFull(end) : '',
  }));

export type DayProblem = { at: 'start' | 'end'; what: 'noTime' | 'equal' };

/** What keeps a day from being saved. */
export function problemOf({ isOpen, start, end }: Day): DayProblem | null {
  if (!isOpen) return null;
  if (minuteOf(inFull(start)) === null) return { at: 'start', what: 'noTime' };
  if (minuteOf(inFull(end)) === null) return { at: 'end', what: 'noTime' };
  return inFull(start) === inFull(end) ? { at: 'end', what: 'equal' } : null;
}

export const isSound = (week: Week) => week.every((day) => problemOf(day) === null);

const sameHours = (one: Day, other: Day) =>
  one.isOpen === other.isOpen && (!one.isOpen || (one.start === other.start && one.end === other.end));

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
  const { isOpen, start, end } = own;
  return week.map((day) => (to.includes(day.weekday) ? { ...day, isOpen, start, end } : day));
}

/** The minutes of a day's own hours, those on the next day with them; null while they are no times. */
export function spanOfDay(day: Day): { from: number; to: number } | null {
  if (!day.isOpen || problemOf(day)) return null;
  const [from, to] = [minuteOf(inFull(day.start)), minuteOf(inFull(day.end))];
  if (from === null || to === null) return null;
  return { from, to: to < from ? to + DAY_MINUTES : to };
}

/** Whether a day's hours reach into the next one. */
export const isOvernight = (day: Day) => (spanOfDay(day)?.to ?? 0) > DAY_MINUTES;

/** The parts of a calendar day in which it is open: the end of the night before, and its own hours until midnight. */
export function partsOfDay(week: Week, place: number): { from: number; to: number }[] {
  const before = week[(place + week.length - 1) % week.length];
  const own = week[place];
  const night = before && spanOfDay(before);
  const day = own && spanOfDay(own);
  return [
    ...(night && night.to > DAY_MINUTES ? [{ from: 0, to: night.to - DAY_MINUTES }] : []),
    ...(day ? [{ from: day.from, to: Math.min(day.to, DAY_MINUTES) }] : []),
  ];
}
