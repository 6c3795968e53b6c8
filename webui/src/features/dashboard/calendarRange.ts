/** Days of a range as a calendar shows them, and where its keys lead. Days are `2026-11-26`, months `2026-11`. */
import { addMonths, moved } from '@/ui/calendarGrid';
import type { DaySpan } from './period';

export const monthOf = (day: string) => day.slice(0, 7);
const monthAfter = (month: string, count: number) => monthOf(addMonths(`${month}-01`, count));

/** Whichever of the two days comes first. */
export const ordered = (a: string, b: string): DaySpan => (a <= b ? { from: a, until: b } : { from: b, until: a });

/** Where in a range a day lies; null outside of it. */
export function placeIn(day: string, span: DaySpan | null): 'only' | 'first' | 'last' | 'within' | null {
  if (span === null || day < span.from || day > span.until) return null;
  if (span.from === span.until) return 'only';
  if (day === span.from) return 'first';
  return day === span.until ? 'last' : 'within';
}

export interface CalendarPlace {
  /** The one that the keys begin from. */
  day: string;
  /** The last of the months that are shown. */
  last: string;
}

/** A calendar opens with the day's month as its last. */
export function openAt(day: string, today: string): CalendarPlace {
  const reached = day === '' || day > today ? today : day;
  return { day: reached, last: monthOf(reached) };
}

/** The months that are shown, in their order. */
export const monthsOf = (last: string, count: number) =>
  Array.from({ length: count }, (_, place) => monthAfter(last, place + 1 - count));

/** A day after today is not gone to, and the months go along only when they must. */
export function goTo({ last }: CalendarPlace, wanted: string, count: number, today: string): CalendarPlace {
  const day = wanted > today ? today : wanted;
  const month = monthOf(day);
  if (month > last) return { day, last: month };
  const first = monthAfter(last, 1 - count);
  return { day, last: month < first ? monthAfter(month, count - 1) : last };
}

/** Where a key leads; null for those that do something else. */
export function led(
  place: CalendarPlace,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { count, today, firstWeekday }: { count: number; today: string; firstWeekday: number },
): CalendarPlace | null {
  const wanted = moved(place.day, key, shiftKey, firstWeekday);
  return wanted === null ? null : goTo(place, wanted, count, today);
}

/** Turns the months over; the day stays the same one of its month. There is no month after today's. */
export function turned({ day, last }: CalendarPlace, months: number, today: string): CalendarPlace {
  const next = monthAfter(last, months);
  if (next > monthOf(today)) return { day, last };
  const wanted = addMonths(day, months);
  return { day: wanted > today ? today : wanted, last: next };
}
