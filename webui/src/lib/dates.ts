/**
 * Dates and times as they are shown and typed: in the time zone of the company, wherever the browser is (a desk and its
 * colleague abroad speak of the same hour), and DD/MM/YYYY, HH:mm in every language (S142). Only what holds words, such
 * as a weekday, is in the user's language.
 */

/** Where a company is that has not said so. */
export const DEFAULT_ZONE = 'America/Sao_Paulo';

/** Undefined before somebody has signed in: the browser's own. */
let zone: string | undefined;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Sets the time zone of the company, null for the browser's. One that the browser does not know changes nothing. */
export function setZone(name: string | null): void {
  try {
    if (name !== null) Intl.DateTimeFormat('pt-BR', { timeZone: name });
    zone = name ?? undefined;
  } catch {
    // Zones are renamed; a browser may be older than the name.
  }
}

type Options = Intl.DateTimeFormatOptions;

/** Formats are made once: a list asks for some hundred of them. */
function formatOf(language: string, options: Options, timeZone = zone): Intl.DateTimeFormat {
  const key = `${language} ${timeZone ?? ''} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, timeZone === undefined ? options : { ...options, timeZone });
  formats.set(key, made);
  return made;
}

const DATE: Options = { day: '2-digit', month: '2-digit', year: 'numeric' };
const TIME: Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const LONG_DATE: Options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
const PARTS: Options = { ...DATE, ...TIME, second: '2-digit' };

/** A due date is a day: the midnight UTC that a server may add must not move it to the day before. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})(T00:00:00(\.0+)?Z)?$/;

/** A day ("2026-12-30") is its midnight in local time, an instant is itself; null when it is neither. */
export function parseDate(text: string | null | undefined): Date | null {
  if (!text) return null;
  const day = DAY.exec(text);
  const date = day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

const two = (part: number) => String(part).padStart(2, '0');

/** What the clock on the company's wall shows, as a date whose local parts say it. */
export function toWall(instant: Date): Date {
  if (zone === undefined || Number.isNaN(instant.getTime())) return instant;
  const parts = new Map(
    formatOf('en-US', PARTS)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return new Date(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The instant at which the clock on the company's wall shows this. */
export function fromWall(wall: Date): Date {
  if (zone === undefined) return wall;
  const wanted = wall.getTime();
  // Twice, for the first guess may lie on the other side of a change of the clocks.
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) guess += wanted - toWall(new Date(guess)).getTime();
  return new Date(guess);
}

/** The day of a local date, as a date field writes it. */
export const fieldOfDay = (wall: Date) => `${wall.getFullYear()}-${two(wall.getMonth() + 1)}-${two(wall.getDate())}`;

/** A moment as a field for date and time writes it, and back. */
export function toField(instant: Date): string {
  const wall = toWall(instant);
  return `${fieldOfDay(wall)}T${two(wall.getHours())}:${two(wall.getMinutes())}`;
}
export const fromField = (text: string): Date => fromWall(new Date(text));

/** The day that a moment lies on, as a key that can be compared. */
export const dayKey = (date: Date | string) => fieldOfDay(toWall(new Date(date)));

const display =
  (...options: readonly Options[]) =>
  (text: string | null | undefined) => {
    const date = parseDate(text);
    if (!text || !date) return '';
    // A day has no zone that could move it.
    const parts = options.map((each) => formatOf('pt-BR', each, DAY.test(text) ? localZone() : zone).format(date));
    return parts.join(' ');
  };

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 30/12/2026 */
export const formatDate = display(DATE);

/** 30/12/2026 14:05 */
export const formatDateTime = display(DATE, TIME);

/** 14:05 */
export const formatTime = display(TIME);

/** S032: the time of day if today, otherwise the date. */
export const formatMoment = (iso: string, now: Date) =>
  dayKey(iso) === dayKey(now) ? formatTime(iso) : formatDate(iso);

/** Quarta-feira, 30 de dezembro de 2026, in the language asked for. */
export const formatLongDate = (iso: string, language: string) => formatOf(language, LONG_DATE).format(new Date(iso));

/** Local parts in words, for a calendar whose dates are the wall's. */
export const formatWall = (wall: Date, language: string, options: Options) =>
  formatOf(language, options, localZone()).format(wall);

/** Two of them as one text, with what they share said once. */
export const formatWallRange = (from: Date, until: Date, language: string, options: Options) =>
  formatOf(language, options, localZone()).formatRange(from, until);

const DAY_MS = 86_400_000;

/** The calendar day as a count that knows no daylight saving. */
const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/** Whole days from today to the date; negative when it is past, null without a date. */
export function daysUntil(text: string | null | undefined, now: Date): number | null {
  const date = parseDate(text);
  if (!text || !date) return null;
  const day = DAY.test(text) ? date : toWall(date);
  return Math.round((midnight(day) - midnight(toWall(now))) / DAY_MS);
}
