/** S142: dates are DD/MM/YYYY and times HH:mm in every language. */
const DATE = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' });
const SHORT_DATE = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: '2-digit' });
const TIME = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hour12: false });

/** A day ("2026-12-30") is read in local time, an instant as it says; null when it is neither. */
export function parseDate(text: string | null | undefined): Date | null {
  if (!text) return null;
  // A due date is a day: the midnight UTC that a server may add must not move it to the day before.
  const day = /^(\d{4})-(\d{2})-(\d{2})(T00:00:00(\.0+)?Z)?$/.exec(text);
  const date = day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

const display = (format: (date: Date) => string) => (text: string | null | undefined) => {
  const date = parseDate(text);
  return date ? format(date) : '';
};

/** 30/12/2026 */
export const formatDate = display((date) => DATE.format(date));

/** 30/12/26 14:05 */
export const formatDateTime = display((date) => `${SHORT_DATE.format(date)} ${TIME.format(date)}`);

/** 14:05 */
export const formatTime = display((date) => TIME.format(date));

const DAY_MS = 86_400_000;

/** The calendar day as a count that knows no daylight saving. */
const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/** Whole days from today to the date; negative when it is past, null without a date. */
export function daysUntil(text: string | null | undefined, now: Date): number | null {
  const date = parseDate(text);
  return date ? Math.round((midnight(date) - midnight(now)) / DAY_MS) : null;
}
