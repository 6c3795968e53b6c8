/**
 * Dates and times as they are typed, DD/MM/YYYY and HH:mm as they are shown (S142), and as forms hold them: `2026-11-26`,
 * `2026-11-26T14:30`, `14:30`. Nothing here knows a time zone: what is typed is what the wall shows.
 */
import type { Locale } from '@/state/locale';

export type DateKind = 'date' | 'datetime' | 'time';

/** 0 is Sunday. */
const FIRST_WEEKDAY: Record<Locale, number> = { pt: 0, en: 0, es: 1 };

export const firstWeekdayOf = (locale: Locale) => FIRST_WEEKDAY[locale];

const two = (part: number | string) => String(part).padStart(2, '0');

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function writeDate(value: string): string {
  const [, year, month, day] = DAY.exec(value) ?? [];
  if (year === undefined) return value;
  return `${day}/${month}/${year}`;
}

/** What a form holds, as people write it; what is no date stays as it is. */
export function writeTyped(value: string, kind: DateKind): string {
  if (kind === 'date') return writeDate(value);
  if (kind === 'time') return value;
  const [day = '', time] = value.split('T');
  return time === undefined ? value : `${writeDate(day)} ${time.slice(0, 5)}`;
}

/** Before it a year was mistyped. */
const FIRST_YEAR = 1900;

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= FIRST_YEAR;
  return isReal ? `${year}-${two(month)}-${two(day)}` : null;
}

/** `isDone` takes the short year too, which may be the beginning of a long one while it is typed. */
function readDate(text: string, isDone: boolean): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  const [first, second, years = ''] = parts?.slice(1) ?? [];
  if (years.length !== 4 && !(isDone && years.length === 2)) return null;
  const year = Number(years.length === 2 ? `20${years}` : years);
  return dayOf(year, Number(second), Number(first));
}

function readTime(text: string, isDone: boolean): string | null {
  const parts = /^(\d{1,2})(?:[:hH.]?(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text);
  const [, typed, minutes, half] = parts ?? [];
  if (typed === undefined || (minutes === undefined && !isDone && half === undefined)) return null;
  const [hour, minute] = [Number(typed), Number(minutes ?? 0)];
  const isAfternoon = half?.toLowerCase() === 'p';
  if (half !== undefined && (hour === 0 || hour > 12)) return null;
  const full = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return full > 23 || minute > 59 ? null : `${two(full)}:${two(minute)}`;
}

/** What was typed as a form holds it: empty for nothing, null for what is incomplete or no date. */
export function readTyped(text: string, kind: DateKind, isDone = false): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  if (kind === 'date') return readDate(typed, isDone);
  if (kind === 'time') return readTime(typed, isDone);
  const parts = /^([\d/.-]+)(?:T|,?\s+)(.+)$/.exec(typed) ?? /^(\d{8})(\d{4})$/.exec(typed);
  const day = readDate(parts?.[1] ?? '', isDone);
  const time = readTime(parts?.[2] ?? '', isDone);
  return day === null || time === null ? null : `${day}T${time}`;
}

const SHAPES: Record<DateKind, { lengths: readonly number[]; marks: string }> = {
  date: { lengths: [2, 2, 4], marks: '//' },
  time: { lengths: [2, 2], marks: ':' },
  datetime: { lengths: [2, 2, 4, 2, 2], marks: '// :' },
};

/** A part that its writer ended early: "1/" is the first, and "26 " the year 2026. Null where it can be neither. */
function inFull(part: string, length: number): string | null {
  if (length === 2) return part.padStart(2, '0');
  if (part.length === 2) return `20${part}`;
  return part.length === 4 ? part : null;
}

/** Puts the marks between the digits that are typed. What has another shape is left alone. */
export function withMarks(text: string, kind: DateKind): string {
  const { lengths, marks } = SHAPES[kind];
  const last = lengths.length - 1;
  let [written, part, place] = ['', '', 0];
  for (const [at, sign] of [...text].entries()) {
    const length = lengths[place] ?? 0;
    if (/\d/.test(sign)) {
      if (part.length === length || /^\d{4}-/.test(text)) return text;
      part += sign;
    } else if (place === last && part !== '') {
      const rest = text.slice(at).trim();
      return kind !== 'date' && part.length === length && /^[ap]?\.?m?\.?$/i.test(rest)
        ? `${written}${part} ${rest.toUpperCase()}`
        : text;
    } else {
      if (!/[/.\-,:hH ]/.test(sign) || (part === '' && written === '')) return text;
      const full = part === '' ? '' : inFull(part, length);
      if (full === null) return text;
      part = full;
    }
    if (part.length === length && place < last) {
      written += part + (marks[place] ?? '');
      part = '';
      place += 1;
    }
  }
  return written + part;
}
