import type { SendWindow } from '@/api/types';

/** What is left of the time in which free text passes. */
export interface Left {
  hours: number;
  minutes: number;
}

/** The last minutes of a window are worth a warning. */
const SHORT_MINUTES = 60;
const MINUTE_MS = 60_000;

/** Null where free text always passes, or no longer. */
export function leftOf(window: SendWindow | null | undefined, now: number): Left | null {
  if (!window?.endsAt) return null;
  const minutes = Math.ceil((Date.parse(window.endsAt) - now) / MINUTE_MS);
  return minutes > 0 ? { hours: Math.floor(minutes / 60), minutes: minutes % 60 } : null;
}

/** The customer never wrote to this number, or too long ago. */
export const isClosed = (window: SendWindow | null | undefined, now: number) =>
  window !== null && window !== undefined && leftOf(window, now) === null;

export const isShort = ({ hours, minutes }: Left) => hours * 60 + minutes < SHORT_MINUTES;
