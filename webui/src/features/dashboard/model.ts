import { paths } from '@/app/paths';
import type { Counters, CourseDay, TimesOf, TimeTotal, UserTotal } from '@/api/types';

export type FilterType = 'date' | 'period';

/** S025: the days that a period may go back; 0 is none. */
export const PERIODS = [0, 3, 7, 15, 30, 60, 90] as const;

/** What the two forms of the filter hold; dates are `yyyy-MM-dd` or empty. */
export interface FilterForm {
  type: FilterType;
  from: string;
  until: string;
  days: number;
}

/** Without queues everything that the user sees counts. */
export interface QueuesQuery {
  queueIds?: string;
}

export interface DashboardQuery extends QueuesQuery {
  days?: number;
  date_from?: string;
  date_to?: string;
}

export interface ChartSpan {
  initialDate: string;
  finalDate: string;
}

const two = (part: number) => String(part).padStart(2, '0');

/** S078: null when nothing is asked for. */
export function toQuery({ type, from, until, days }: FilterForm): DashboardQuery | null {
  if (type === 'period') return days > 0 ? { days } : null;
  if (from === '' && until === '') return null;
  return { ...(from ? { date_from: from } : {}), ...(until ? { date_to: until } : {}) };
}

export const toQueuesQuery = (queues: readonly number[]): QueuesQuery =>
  queues.length === 0 ? {} : { queueIds: JSON.stringify(queues) };

/** A list of tickets, of the same queues as the figure that leads to it. */
export function inQueues(path: string, { queueIds }: QueuesQuery): string {
  if (queueIds === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}queues=${queueIds.slice(1, -1).replaceAll(',', '.')}`;
}

/** S142: 85 minutes are `01h 25m`. */
export const formatMinutes = (minutes: number) => `${two(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`;

/** What times are told by. */
export const TIMES_BY = ['queue', 'tag', 'connection', 'attendant'] as const;
export type TimesBy = (typeof TIMES_BY)[number];

/** Two units at most: `40 s`, `12 min`, `1 h 25 min`, `2 d 3 h`; a time that nobody had is a dash. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const [large, small] = hours < 24 ? [`${hours} h`, minutes % 60] : [`${Math.floor(hours / 24)} d`, hours % 24];
  if (small === 0) return large;
  return `${large} ${small} ${hours < 24 ? 'min' : 'h'}`;
}

const FILTER_OF = { queue: 'queues', tag: 'tags', connection: 'numbers', attendant: 'users' } as const;

/** The address of the tickets behind a row; what has none has no filter. */
export function ticketsOf(by: TimesBy, { id, name }: Pick<TimesOf, 'id' | 'name'>): string | null {
  if (id === null || name === null) return null;
  return `${paths.tickets}?tab=search&all=1&${FILTER_OF[by]}=${id}`;
}

const RATINGS = [0, 1, 2, 3] as const;

/** S026 S140: 0 to 3 stars; half a star and more counts as one. */
export const starsOf = (rating: number | null) => RATINGS.findLast((each) => each <= Math.round(rating ?? 0)) ?? 0;

/** S024: the cards in their order. */
export const CARDS = [
  { id: 'happening', read: (counters: Counters) => String(counters.supportHappening) },
  { id: 'pending', read: (counters: Counters) => String(counters.supportPending) },
  { id: 'finished', read: (counters: Counters) => String(counters.supportFinished) },
  { id: 'leads', read: (counters: Counters) => String(counters.leads) },
  { id: 'support', read: (counters: Counters) => formatMinutes(counters.avgSupportTime) },
  { id: 'wait', read: (counters: Counters) => formatMinutes(counters.avgWaitTime) },
] as const;

/** Where a card leads to: to what its figure counts, if there is a list of it. */
export const CARD_LINKS: Partial<Record<(typeof CARDS)[number]['id'], string>> = {
  happening: `${paths.tickets}?all=1`,
  pending: `${paths.tickets}?list=pending&all=1`,
  finished: `${paths.tickets}?tab=closed`,
};

/** The conversations that began on a day. */
export const ticketsOfDay = (day: string) => `${paths.tickets}?tab=search&all=1&created=${day}`;

export interface Delta {
  difference: number;
  tone: 'good' | 'bad' | 'neutral';
}

/** What has changed since the period before, and whether that is good. */
export function deltaOf(now: number, before: number, wanted: 'more' | 'less'): Delta {
  const difference = now - before;
  if (difference === 0) return { difference, tone: 'neutral' };
  return { difference, tone: difference > 0 === (wanted === 'more') ? 'good' : 'bad' };
}

/** A difference with its sign, such as −4 min. */
export const signed = (difference: number, text: string) => `${difference < 0 ? '−' : '+'}${text}`;

/** By how much, as a part of what it was; without that there is no part to tell. */
export const changeOf = (now: number, before: number) => (before === 0 ? null : (now - before) / before);

/** Parts of a whole in percent; of nothing each is nothing. */
export function sharesOf(values: readonly number[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => (whole === 0 ? 0 : Math.round((100 * value) / whole)));
}

/** A time that was measured, to the second below an hour: `3 min 40 s`. */
export function formatExactly(seconds: number | null): string {
  if (seconds === null || seconds < 60 || seconds >= 3600) return formatSeconds(seconds);
  const rest = seconds % 60;
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
}

export interface Peak {
  /** From Monday. */
  day: number;
  hour: number;
  count: number;
}

/** The busiest hour of the week, the first of several; null when nobody wrote. */
export function peakOf(hours: readonly (readonly number[])[]): Peak | null {
  let peak: Peak | null = null;
  for (const [day, counts] of hours.entries()) {
    for (const [hour, count] of counts.entries()) {
      if (count > (peak?.count ?? 0)) peak = { day, hour, count };
    }
  }
  return peak;
}

/** How long somebody has waited calls for a colour at ten minutes and at thirty. */
export function urgencyOf(seconds: number): 'calm' | 'late' | 'urgent' {
  if (seconds >= 1800) return 'urgent';
  return seconds >= 600 ? 'late' : 'calm';
}

/** The days as a text that a spreadsheet opens. */
export function courseTable(heads: readonly string[], days: readonly CourseDay[]): string {
  const rows = days.map((one) =>
    [one.day, one.began, one.finished, one.leads, one.avgSupportTime ?? '', one.avgWaitTime ?? ''].join(';'),
  );
  return [heads.map((head) => `"${head.replaceAll('"', '""')}"`).join(';'), ...rows].join('\r\n');
}

export interface Bar {
  /** Below the bar, as short as it goes. */
  label: string;
  /** In full, for the table and the bar's own notice. */
  name: string;
  value: number;
  /** The day that it is of, if it is of one. */
  day?: string | undefined;
}

const DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Days lose their year, hours gain their h. */
export const timeBars = (totals: readonly TimeTotal[]): Bar[] =>
  totals.map(({ data, horario, total }) => ({
    label: data === null ? `${horario ?? ''}h` : data.slice(0, 5),
    name: data ?? `${horario ?? ''}h`,
    value: total,
    day: data?.replace(DAY, '$3-$2-$1'),
  }));

/** Who has ended most comes first. */
export const userBars = (totals: readonly UserTotal[]): Bar[] =>
  totals
    .map(({ nome, quantidade }) => ({ label: nome, name: nome, value: quantidade }))
    .toSorted((a, b) => b.value - a.value);
