import { htmlLang, type Locale } from '@/state/locale';

const cache = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(htmlLang(locale), options);
  cache.set(key, made);
  return made;
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const DATE: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
const LONG: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
const DAY_MS = 86_400_000;

/** A day as a key that can be compared, in the time zone of the page. */
export const dayKey = (date: Date | string) => {
  const value = new Date(date);
  return `${value.getFullYear()}-${value.getMonth() + 1}-${value.getDate()}`;
};

export const formatTime = (iso: string, locale: Locale) => formatter(locale, TIME).format(new Date(iso));
/** S142: DD/MM/YYYY in every language. */
export const formatDate = (iso: string) => formatter('pt', DATE).format(new Date(iso));

/** S032: the time of day if today, otherwise the date. */
export const formatMoment = (iso: string, locale: Locale, now: Date) =>
  dayKey(iso) === dayKey(now) ? formatTime(iso, locale) : formatDate(iso);

/** How far back a day lies, for "today" and "yesterday"; null for older ones. */
export function dayDistance(iso: string, now: Date): 0 | 1 | null {
  if (dayKey(iso) === dayKey(now)) return 0;
  return dayKey(iso) === dayKey(new Date(now.getTime() - DAY_MS)) ? 1 : null;
}

export const formatLongDate = (iso: string, locale: Locale) => formatter(locale, LONG).format(new Date(iso));

/** `0:24` */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function formatBytes(bytes: number, locale: Locale): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const;
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = new Intl.NumberFormat(htmlLang(locale), { maximumFractionDigits: step === 0 ? 0 : 1 });
  return `${value.format(bytes / 1000 ** step)} ${units[step]}`;
}

/** S032: names shorten to ten characters on narrow screens. */
export const shortName = (name: string, isNarrow: boolean) => {
  const chars = [...name];
  return isNarrow && chars.length > 10 ? `${chars.slice(0, 10).join('')}…` : name;
};
