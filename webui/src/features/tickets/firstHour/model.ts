import type { Connection, DayHours, FirstHour } from '@/api/types';

const STEPS = ['connection', 'queues', 'team', 'welcome', 'answer'] as const;
export type StepName = (typeof STEPS)[number];
export { STEPS };

export function isDone(firstHour: FirstHour, step: StepName): boolean {
  if (step === 'welcome') return firstHour.hours && firstHour.greeting;
  return firstHour[step];
}

export const countDone = (firstHour: FirstHour) => STEPS.filter((step) => isDone(firstHour, step)).length;

/** The step that is open by itself: the first one that is not done. */
export const firstUndone = (firstHour: FirstHour): StepName | null =>
  STEPS.find((step) => !isDone(firstHour, step)) ?? null;

/** The number that customers write to: a connected one before others. */
export const shownConnection = (connections: readonly Connection[]): Connection | undefined =>
  connections.find(({ status }) => status === 'CONNECTED') ?? connections[0];

const WEEKEND: readonly string[] = ['saturday', 'sunday'];

/** The same hours from Monday to Friday; at the weekend as it was. */
export const weekOf = (known: readonly DayHours[], opens: string, closes: string): DayHours[] =>
  known.map((day) =>
    WEEKEND.includes(day.weekdayEn) ? day : { ...day, startTime: opens, endTime: closes, ranges: [] },
  );
