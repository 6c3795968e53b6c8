import type { Operation } from '@/api/types';

/** Two looks at the same node, some seconds apart. */
export interface Samples {
  former: Operation | null;
  latest: Operation;
}

/** The samples with one more. A node that was started anew, or another node, begins anew: its counters do. */
export function withSample(known: Samples | null, next: Operation): Samples {
  if (known?.latest.at === next.at) return known;
  const isSame = known?.latest.node === next.node && known.latest.startedAt === next.startedAt;
  return { former: isSame ? known.latest : null, latest: next };
}

export const secondsBetween = (from: string, to: string) => (new Date(to).getTime() - new Date(from).getTime()) / 1000;

/** Messages that a kind of actor handles in a second; null before there are two samples. */
export function handledPerSecond({ former, latest }: Samples, kind: string): number | null {
  const before = former?.actors.find((actor) => actor.kind === kind);
  const now = latest.actors.find((actor) => actor.kind === kind);
  if (!former || !before || !now) return null;
  const seconds = secondsBetween(former.at, latest.at);
  return seconds > 0 ? Math.max(0, (now.messages - before.messages) / seconds) : null;
}

const AMOUNT = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
export const amount = (value: number) => AMOUNT.format(value);

type Unit = 'days' | 'hours' | 'minutes' | 'seconds';
const UNITS: readonly { unit: Unit; seconds: number }[] = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
];

/** How often something is done, in the largest unit that keeps it whole. */
export function every(seconds: number): { unit: Unit; count: number } {
  const whole = UNITS.find((each) => seconds >= each.seconds && seconds % each.seconds === 0);
  return whole ? { unit: whole.unit, count: seconds / whole.seconds } : { unit: 'seconds', count: seconds };
}

/** How long something lasts in its largest unit; days are said with their hours. */
export function spanParts(seconds: number): { unit: Unit; count: number }[] {
  const whole = Math.max(0, Math.floor(seconds));
  const largest = UNITS.find((each) => whole >= each.seconds);
  if (!largest) return [{ unit: 'seconds', count: whole }];
  const first = { unit: largest.unit, count: Math.floor(whole / largest.seconds) };
  const hours = Math.floor((whole % 86_400) / 3600);
  return largest.unit === 'days' && hours > 0 ? [first, { unit: 'hours', count: hours }] : [first];
}

/** Milliseconds in the unit that reads best. */
export const took = (ms: number): { unit: 'milliseconds' | 'secondsLong'; count: string } =>
  ms < 1000 ? { unit: 'milliseconds', count: amount(ms) } : { unit: 'secondsLong', count: amount(ms / 1000) };

const UUID = /^[\da-f]{8}-[\da-f]{4}-/i;

/** What tells nodes apart: most name themselves by long ids. Those that began together begin alike, and show their ends too. */
export function shortNode(name: string, others: readonly string[]): string {
  if (!UUID.test(name)) return name;
  const begin = name.slice(0, 8);
  const isAlone = others.every((other) => other === name || !other.startsWith(begin));
  return isAlone ? begin : `${begin}…${name.slice(-4)}`;
}

export interface Sorting {
  column: string;
  isDescending: boolean;
}

/** The rows in order; those without a value come last either way. */
export function sortedBy<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [by(one), by(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * String(left).localeCompare(String(right));
  });
}

/** Jobs by their names, what failed at the last time first. */
export const failedFirst = <Job extends { failed: boolean }>(jobs: readonly Job[], nameOf: (job: Job) => string) =>
  jobs.toSorted((one, other) => Number(other.failed) - Number(one.failed) || nameOf(one).localeCompare(nameOf(other)));

/** Slow statements as text for somebody who mends them: milliseconds at worst, how often, what. */
export const statementsText = (statements: Operation['slowStatements']) =>
  statements.map(({ text, times, longestMs }) => `${Math.round(longestMs)}\t${times}\t${text}`).join('\n');

const MEGABYTE = 1024 ** 2;

/** Memory in megabytes or gigabytes. */
export const bytes = (count: number) =>
  count < 1024 * MEGABYTE ? `${amount(Math.round(count / MEGABYTE))} MB` : `${amount(count / MEGABYTE / 1024)} GB`;

/** How far back series reach, and how often they are asked for: no more often than they have a point more. */
export const RANGES = ['15m', '1h', '24h'] as const;
export type Range = (typeof RANGES)[number];
export const ASKED_EVERY_MS: Record<Range, number> = { '15m': 5000, '1h': 20_000, '24h': 60_000 };
