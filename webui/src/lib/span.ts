/** How long something took or lasts, in its largest unit. */
export interface Span {
  unit: 'seconds' | 'minutes' | 'hours' | 'days';
  count: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function spanOf(seconds: number): Span {
  const all = Math.max(0, Math.floor(seconds));
  if (all < MINUTE) return { unit: 'seconds', count: all };
  if (all < HOUR) return { unit: 'minutes', count: Math.floor(all / MINUTE) };
  if (all < DAY) return { unit: 'hours', count: Math.floor(all / HOUR) };
  return { unit: 'days', count: Math.floor(all / DAY) };
}

/** From an instant until now; null without one. */
export function spanSince(iso: string | null | undefined, now: number): Span | null {
  return iso ? spanOf((now - Date.parse(iso)) / 1000) : null;
}
