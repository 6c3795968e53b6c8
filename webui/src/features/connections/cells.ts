import type { HealthCell } from '@/api/types';
import { formatDateTime } from '@/lib/dates';

const HOUR = 3600;
/** Down for so long in an hour is more than a hiccup. */
const DOWN_SECONDS = 600;

export type CellTone = 'up' | 'shaky' | 'down' | 'off';

export function cellTone({ downSeconds, offSeconds }: HealthCell): CellTone {
  if (downSeconds >= DOWN_SECONDS) return 'down';
  if (downSeconds > 0) return 'shaky';
  return offSeconds >= HOUR ? 'off' : 'up';
}

/** How much of the time in which it should have been on it was; null when it never should have been. */
export function uptime(cells: readonly HealthCell[]): number | null {
  let wanted = 0;
  let down = 0;
  for (const cell of cells) {
    wanted += Math.max(0, HOUR - cell.offSeconds);
    down += cell.downSeconds;
  }
  return wanted === 0 ? null : Math.max(0, 1 - down / wanted);
}

/** 30/12/26 14:05: A009 wants two digits of the year here, where all other dates have four (S142). */
export const lastUpdate = (iso: string): string => formatDateTime(iso).replace(/\d\d(?=\d\d )/, '');
