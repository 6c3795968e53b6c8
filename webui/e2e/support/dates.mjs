// What stands in a field for dates, and what is typed there.

/** `26/11/2026 14:30` of the Portuguese pages, as the form holds it: `2026-11-26T14:30`. */
export function heldOf(text) {
  const [, day, month, year, time] = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (year === undefined) throw new Error(`no date stands in the field: "${text}"`);
  return `${year}-${month}-${day}${time === undefined ? '' : `T${time}`}`;
}

/** The day so many days from now where the demo's companies are, as a form holds it. */
export const dayIn = (days) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The same as the pages write it in Portuguese and Spanish. */
export const writtenOf = (day) => day.split('-').reverse().join('/');

/** The same day of the next month, or the last one of a shorter month. */
export function monthAfter(day) {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}
