import { fieldOfDay, formatWallRange, parseDate } from '@/lib/dates';
import type { ChartSpan, DashboardQuery, FilterForm } from './model';

/** Whole days of the company's zone, both of them in it; `yyyy-MM-dd`. */
export interface DaySpan {
  from: string;
  until: string;
}

/** What is shown before anybody has chosen. */
const FIRST_DAYS = 7;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const wallOf = (day: string) => parseDate(day) ?? new Date(Number.NaN);

/** So many days after this one. */
export function dayAfter(day: string, days: number): string {
  const wall = wallOf(day);
  return fieldOfDay(new Date(wall.getFullYear(), wall.getMonth(), wall.getDate() + days));
}

/** How many days a span has. */
export function daysIn({ from, until }: DaySpan): number {
  // A day on which the clocks change has an hour more or less.
  return Math.round((wallOf(until).getTime() - wallOf(from).getTime()) / DAY_MS) + 1;
}

const moved = (span: DaySpan, days: number): DaySpan => ({
  from: dayAfter(span.from, days),
  until: dayAfter(span.until, days),
});

/** The span of equal length that ends where this one begins. */
export const previousSpan = (span: DaySpan) => moved(span, -daysIn(span));
export const nextSpan = (span: DaySpan) => moved(span, daysIn(span));
/** There are no figures of tomorrow. */
export const hasNext = (span: DaySpan, today: string) => nextSpan(span).until <= today;

const dayOf = (text: string | null) => {
  if (text === null || !DATE.test(text)) return '';
  const wall = parseDate(text);
  return wall && fieldOfDay(wall) === text ? text : '';
};

/** What the address says: `?de=&ate=` or `?dias=`. */
export function readPeriod(params: URLSearchParams): FilterForm {
  const from = dayOf(params.get('de'));
  const until = dayOf(params.get('ate'));
  if ((from !== '' || until !== '') && !(until !== '' && from > until)) return { type: 'date', from, until, days: 0 };
  const days = Number(params.get('dias') ?? FIRST_DAYS);
  const isKnown = Number.isSafeInteger(days) && days >= 1 && days <= 366;
  return { type: 'period', from: '', until: '', days: isKnown ? days : FIRST_DAYS };
}

export function writePeriod({ type, from, until, days }: FilterForm): URLSearchParams {
  if (type === 'period') return new URLSearchParams({ dias: String(days) });
  return new URLSearchParams({ ...(from ? { de: from } : {}), ...(until ? { ate: until } : {}) });
}

/** What the address says: the period, whether it is compared with the one before, and whose queues it is of. */
export interface PageChoice {
  form: FilterForm;
  isCompared: boolean;
  /** None are all of them. */
  queues: readonly number[];
}

const UNCOMPARED = 'nao';
const QUEUE = /^[1-9]\d{0,14}$/;

/** `?comparar=nao` and `?filas=1,2`, beside the period. */
export function readChoice(params: URLSearchParams): PageChoice {
  const queues = (params.get('filas') ?? '').split(',').filter((word) => QUEUE.test(word));
  return {
    form: readPeriod(params),
    isCompared: params.get('comparar') !== UNCOMPARED,
    queues: [...new Set(queues.map(Number))],
  };
}

export function writeChoice({ form, isCompared, queues }: PageChoice): URLSearchParams {
  const params = writePeriod(form);
  if (!isCompared) params.set('comparar', UNCOMPARED);
  if (queues.length > 0) params.set('filas', queues.join(','));
  return params;
}

/** The days of a period; null when it has no beginning. Today is one of the last so many. */
export function spanOf({ type, from, until, days }: FilterForm, today: string): DaySpan | null {
  if (type === 'period') return { from: dayAfter(today, 1 - days), until: today };
  if (from === '') return null;
  return { from, until: until || (from > today ? from : today) };
}

/** All panels are asked by the same whole days, so that their figures agree. */
export const queryOf = ({ from, until }: DaySpan): DashboardQuery => ({ date_from: from, date_to: until });

/** A chart always has both dates: one without a beginning shows the week before its end. */
export const chartSpanOf = (span: DaySpan | null, until: string): ChartSpan => ({
  initialDate: span?.from ?? dayAfter(until, 1 - FIRST_DAYS),
  finalDate: span?.until ?? until,
});

/** 17 – 23 de novembro; the year where it is not this one. */
export function spanText({ from, until }: DaySpan, today: string, language: string, month: 'long' | 'short'): string {
  const isOther = from.slice(0, 4) !== today.slice(0, 4) || until.slice(0, 4) !== today.slice(0, 4);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month };
  if (isOther) options.year = 'numeric';
  return formatWallRange(wallOf(from), wallOf(until), language, options);
}
