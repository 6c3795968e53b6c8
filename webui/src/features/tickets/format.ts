import { htmlLang, type Locale } from '@/state/locale';

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

/** S032: names of connections and people shorten to ten characters on narrow screens, beside the pills of a row. */
export const shortName = (name: string, isNarrow: boolean) => {
  const chars = [...name];
  return isNarrow && chars.length > 10 ? `${chars.slice(0, 10).join('')}…` : name;
};
