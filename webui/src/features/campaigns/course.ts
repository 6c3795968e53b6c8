/** What happened to a campaign over time, as the bars of its chart. Pure. */
import type { CampaignPoint } from '@/api/types';
import { dayKey, fieldOfDay } from '@/lib/dates';

export const SERIES = ['delivered', 'read', 'answered', 'failed'] as const;
export type Series = (typeof SERIES)[number];

const HOUR_MS = 3_600_000;
/** What took longer is shown by days. */
const HOURS_MAX = 36;
/** The last days that are shown. */
const DAYS_MAX = 31;

export interface CourseBar extends Record<Series, number> {
  at: string;
}

export interface Course {
  unit: 'hour' | 'day';
  bars: CourseBar[];
}

const NOTHING: Record<Series, number> = { delivered: 0, read: 0, answered: 0, failed: 0 };

const sum = (one: Record<Series, number>, other: Record<Series, number>): Record<Series, number> => ({
  delivered: one.delivered + other.delivered,
  read: one.read + other.read,
  answered: one.answered + other.answered,
  failed: one.failed + other.failed,
});

/** By hours, quiet ones between others included; by the company's days where it took longer than a day and a half. */
export function courseOf(points: readonly CampaignPoint[]): Course {
  const times = points.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (points.length === 0) return { unit: 'hour', bars: [] };
  const hours = Math.round((last - first) / HOUR_MS) + 1;
  if (hours <= HOURS_MAX) {
    const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
    const bars = Array.from({ length: hours }, (_, hour) => {
      const time = first + hour * HOUR_MS;
      const { delivered, read, answered, failed } = byTime.get(time) ?? NOTHING;
      return { at: new Date(time).toISOString(), delivered, read, answered, failed };
    });
    return { unit: 'hour', bars };
  }
  const byDay = new Map<string, Record<Series, number>>();
  for (const point of points) byDay.set(dayKey(point.at), sum(byDay.get(dayKey(point.at)) ?? NOTHING, point));
  const days: string[] = [];
  const end = dayKey(new Date(last));
  // by the calendar: a day of a change of clocks has not 24 hours
  for (const day = new Date(`${dayKey(new Date(first))}T12:00`); ; day.setDate(day.getDate() + 1)) {
    days.push(fieldOfDay(day));
    if (days.at(-1) === end || days.length > 400) break;
  }
  const bars = days.slice(-DAYS_MAX).map((day) => ({ at: day, ...(byDay.get(day) ?? NOTHING) }));
  return { unit: 'day', bars };
}
