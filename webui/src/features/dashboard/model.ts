import { fieldOfDay } from '@/lib/dates';
import { paths } from '@/app/paths';
import type { Counters, TimesOf, TimeTotal, UserTotal } from '@/api/types';

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

export interface DashboardQuery {
  days?: number;
  date_from?: string;
  date_to?: string;
}

export interface ChartSpan {
  initialDate: string;
  finalDate: string;
}

const two = (part: number) => String(part).padStart(2, '0');

/** The month so far. */
export const firstFilter = (today: Date): FilterForm => ({
  type: 'date',
  from: fieldOfDay(new Date(today.getFullYear(), today.getMonth(), 1)),
  until: fieldOfDay(today),
  days: 0,
});

/** The last seven days. */
export const firstSpan = (today: Date): ChartSpan => ({
  initialDate: fieldOfDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 6)),
  finalDate: fieldOfDay(today),
});

/** S078: null when nothing is asked for. */
export function toQuery({ type, from, until, days }: FilterForm): DashboardQuery | null {
  if (type === 'period') return days > 0 ? { days } : null;
  if (from === '' && until === '') return null;
  return { ...(from ? { date_from: from } : {}), ...(until ? { date_to: until } : {}) };
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
export function ticketsOf(by: TimesBy, { id, name }: TimesOf): string | null {
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

export interface Bar {
  /** Below the bar, as short as it goes. */
  label: string;
  /** In full, for the table and the bar's own notice. */
  name: string;
  value: number;
}

/** Days lose their year, hours gain their h. */
export const timeBars = (totals: readonly TimeTotal[]): Bar[] =>
  totals.map(({ data, horario, total }) => ({
    label: data === null ? `${horario ?? ''}h` : data.slice(0, 5),
    name: data ?? `${horario ?? ''}h`,
    value: total,
  }));

/** Who has ended most comes first. */
export const userBars = (totals: readonly UserTotal[]): Bar[] =>
  totals
    .map(({ nome, quantidade }) => ({ label: nome, name: nome, value: quantidade }))
    .toSorted((a, b) => b.value - a.value);
