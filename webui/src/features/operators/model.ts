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

/** Messages that a kind of actor handles in a second; null before there are two samples. */
export function handledPerSecond({ former, latest }: Samples, kind: string): number | null {
  const before = former?.actors.find((actor) => actor.kind === kind);
  const now = latest.actors.find((actor) => actor.kind === kind);
  if (!former || !before || !now) return null;
  const seconds = (new Date(latest.at).getTime() - new Date(former.at).getTime()) / 1000;
  return seconds > 0 ? Math.max(0, (now.messages - before.messages) / seconds) : null;
}

const AMOUNT = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
export const amount = (value: number) => AMOUNT.format(value);

/** How often something is done, in the largest unit that keeps it whole. */
export function every(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds >= 3600 && seconds % 3600 === 0) return { unit: 'hours', count: seconds / 3600 };
  if (seconds >= 60 && seconds % 60 === 0) return { unit: 'minutes', count: seconds / 60 };
  return { unit: 'seconds', count: seconds };
}
