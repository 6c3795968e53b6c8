import { DateLocalizer, type DateFormatFunction, type DateRangeFormatFunction } from 'react-big-calendar';
import { htmlLang, type Locale } from '@/state/locale';

type Options = Intl.DateTimeFormatOptions;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are made once for each language: a month view asks for some hundred of them. */
function format(date: Date, language: string, options: Options): string {
  const name = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(name) ?? new Intl.DateTimeFormat(language, options);
  formats.set(name, known);
  return known.format(date);
}

/** The calendar's words and numbers by the browser's own knowledge of languages; times are HH:mm in all (S142). */
export function localizerOf(locale: Locale): DateLocalizer {
  const language = htmlLang(locale);
  const one =
    (options: Options): DateFormatFunction =>
    (date) =>
      format(date, language, options);
  const range =
    (options: Options): DateRangeFormatFunction =>
    ({ start, end }) =>
      `${format(start, language, options)} – ${format(end, language, options)}`;
  const time: Options = { hour: '2-digit', minute: '2-digit', hour12: false };
  return new DateLocalizer({
    firstOfWeek: () => 0,
    // Every format below is a function, so that nothing but a date comes here.
    format: (value) => (value instanceof Date ? format(value, language, { dateStyle: 'short' }) : ''),
    formats: {
      dateFormat: one({ day: 'numeric' }),
      dayFormat: one({ weekday: 'short', day: '2-digit' }),
      weekdayFormat: one({ weekday: 'short' }),
      timeGutterFormat: one(time),
      monthHeaderFormat: one({ month: 'long', year: 'numeric' }),
      dayHeaderFormat: one({ weekday: 'long', day: 'numeric', month: 'long' }),
      dayRangeHeaderFormat: range({ day: 'numeric', month: 'short' }),
      agendaHeaderFormat: range({ day: 'numeric', month: 'short' }),
      agendaDateFormat: one({ weekday: 'short', day: '2-digit', month: 'short' }),
      agendaTimeFormat: one(time),
      // A message goes out at one moment: the end of its entry means nothing.
      agendaTimeRangeFormat: ({ start }) => format(start, language, time),
      eventTimeRangeFormat: ({ start }) => format(start, language, time),
      eventTimeRangeStartFormat: ({ start }) => format(start, language, time),
      eventTimeRangeEndFormat: ({ end }) => format(end, language, time),
      selectRangeFormat: range(time),
    },
  });
}
