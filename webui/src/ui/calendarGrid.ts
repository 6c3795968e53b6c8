/** The days of a month in their weeks, and where the keys lead. Days are `2026-11-26` and know no time zone. */
const parse = (day: string) => new Date(`${day}T00:00:00Z`);
const write = (date: Date) => date.toISOString().slice(0, 10);

/** Dates beyond four digits of a year are no days of a calendar. */
const isDay = (date: Date) => !Number.isNaN(date.getTime()) && /^\d{4}-/.test(date.toISOString());

export function addDays(day: string, count: number): string {
  const date = parse(day);
  date.setUTCDate(date.getUTCDate() + count);
  return isDay(date) ? write(date) : day;
}

/** The same day of another month, or the last one of a month that is shorter. */
export function addMonths(day: string, count: number): string {
  const date = parse(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  if (!isDay(date)) return day;
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, length));
  return write(date);
}

/** How many days the week has had before it. */
const placeInWeek = (day: string, firstWeekday: number) => (parse(day).getUTCDay() - firstWeekday + 7) % 7;

/** The weeks of the day's month; null where a week has days of another month. */
export function weeksOf(day: string, firstWeekday: number): (string | null)[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -placeInWeek(first, firstWeekday));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const each = addDays(start, week * 7 + place);
      return each.slice(0, 7) === day.slice(0, 7) ? each : null;
    }),
  ).filter((week) => week.some((each) => each !== null));
}

/** A week of days by which its columns are named. */
export const anyWeek = (firstWeekday: number) =>
  Array.from({ length: 7 }, (_, place) => addDays('2026-02-01', firstWeekday + place));

/** Where a key leads from a day; null for the other keys. */
export function moved(day: string, key: string, isShift: boolean, firstWeekday: number): string | null {
  const place = placeInWeek(day, firstWeekday);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1);
    case 'Home':
      return addDays(day, -place);
    case 'End':
      return addDays(day, 6 - place);
    default:
      return null;
  }
}
