import { fromWall, toWall } from '@/lib/dates';

export const SNOOZES = ['hour', 'today', 'tomorrow', 'monday', 'answer', 'own'] as const;
export type SnoozeId = (typeof SNOOZES)[number];

const MORNING = 9;
const EVENING = 18;

const at = (wall: Date, days: number, hour: number) =>
  fromWall(new Date(wall.getFullYear(), wall.getMonth(), wall.getDate() + days, hour));

/** When a choice ends, by the company's clock; null where it has no end of its own or is over already. */
export function endOf(id: SnoozeId, now: Date): Date | null {
  const wall = toWall(now);
  if (id === 'hour') return new Date(now.getTime() + 3_600_000);
  if (id === 'today') return wall.getHours() < EVENING ? at(wall, 0, EVENING) : null;
  if (id === 'tomorrow') return at(wall, 1, MORNING);
  if (id === 'monday') return at(wall, (8 - wall.getDay()) % 7 || 7, MORNING);
  return null;
}

/** What can be chosen now. */
export const offeredSnoozes = (now: Date): SnoozeId[] =>
  SNOOZES.filter((id) => id === 'answer' || id === 'own' || endOf(id, now) !== null);
