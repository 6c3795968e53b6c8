import { DateLocalizer, type DateFormatFunction, type DateRangeFormatFunction } from 'react-big-calendar';
import { formatWall } from '@/lib/dates';
import { firstWeekdayOf } from '@/lib/typedDates';
import { htmlLang, type Locale } from '@/state/locale';

type Options = Intl.DateTimeFormatOptions;

/** The calendar's words and numbers by the browser's own knowledge of languages; times are HH:mm in all (S142). */
export function localizerOf(locale: Locale): DateLocalizer {
  const language = htmlLang(locale);
  const one =
    (options: Options): DateFormatFunction =>
    (date) =>
      formatWall(date, language, options);
  const range =
    (options: Options): DateRangeFormatFunction =>
    ({ start, end }) =>
      `${formatWall(start, language, options)} – ${formatWall(end, language, options)}`;
  const time: Options = { hour: '2-digit', minute: '2-digit', hour12: false };
  return new DateLocalizer({
    firstOfWeek: () => firstWeekdayOf(locale),
    // Every format below is a function, so that nothing but a date comes here.
    format: (value) => (value instanceof Date ? formatWall(value, language, { dateStyle: 'short' }) : ''),
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
      agendaTimeRangeFormat: ({ start }) => formatWall(start, language, time),
      eventTimeRangeFormat: ({ start }) => formatWall(start, language, time),
      eventTimeRangeStartFormat: ({ start }) => formatWall(start, language, time),
      eventTimeRangeEndFormat: ({ end }) => formatWall(end, language, time),
      selectRangeFormat: range(time),
    },
  });
}
