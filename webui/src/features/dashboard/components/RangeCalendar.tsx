import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatWall, parseDate } from '@/lib/dates';
import { firstWeekdayOf } from '@/lib/typedDates';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, media, radius } from '@/styles/tokens';
import { DayGrid } from '@/ui/DayGrid';
import { IconButton } from '@/ui/IconButton';
import { led, monthOf, monthsOf, openAt, ordered, placeIn, turned } from '../calendarRange';
import type { DaySpan } from '../period';

const Months = styled.div`
  display: flex;
  justify-content: space-around;
  gap: 16px;
`;

const Month = styled.div`
  flex: 0 1 238px;
  min-width: 0;
  /* as tall as the tallest month, so that nothing below jumps */
  min-height: 268px;

  @media ${media.sm} {
    flex-basis: 100%;
  }
`;

const Head = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  height: 32px;
  font-size: ${font.base};
  font-weight: ${font.semibold};

  & > button {
    position: absolute;
    left: 2px;
  }
  & > span ~ button {
    right: 2px;
    left: auto;
  }
`;

const Days = styled(DayGrid)`
  & th {
    height: 28px;
    font-weight: ${font.regular};
    text-transform: lowercase;
  }
  & td {
    height: 34px;
    padding: 0;
  }
  & [data-compared] > span {
    border-bottom: 2px solid ${color.lineStrong};
  }
  & [data-place] {
    border-radius: 0;
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  & [data-place='first'],
  & [data-place='last'],
  & [data-place='only'] {
    background: ${color.accent};
    color: ${color.onAccent};
    font-weight: ${font.semibold};
  }
  & [data-place='first'] {
    border-radius: ${radius.md} 0 0 ${radius.md};
  }
  & [data-place='last'] {
    border-radius: 0 ${radius.md} ${radius.md} 0;
  }
  & [data-place='only'] {
    border-radius: ${radius.md};
  }
  & [aria-disabled='true'] {
    opacity: 0.6;
  }
  & button:focus-visible {
    position: relative;
    border-radius: ${radius.md};
  }
`;

interface RangeCalendarProps {
  /** What is chosen. */
  span: DaySpan | null;
  /** What it is compared with. */
  compared: DaySpan | null;
  today: string;
  /** How many months are shown. */
  count: number;
  onChoose: (span: DaySpan) => void;
}

/** The days of a range: its first and its last are pressed one after the other, in whichever order. */
function useRange({ span, today, count, onChoose }: RangeCalendarProps) {
  const firstWeekday = firstWeekdayOf(useLocale());
  const [place, setPlace] = useState(() => openAt(span?.until ?? '', today));
  const [first, setFirst] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  // the focus goes along when the keys move it, and only then
  const isWanted = useRef(false);
  const choose = (day: string) => {
    if (day > today) return;
    setPlace({ ...place, day });
    setPointed(null);
    setFirst(first === null ? day : null);
    onChoose(first === null ? { from: day, until: day } : ordered(first, day));
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = led(place, event, { count, today, firstWeekday });
    if (next === null) return;
    event.preventDefault();
    isWanted.current = true;
    setPointed(null);
    setPlace(next);
  };
  const turn = (months: number) => setPlace(turned(place, months, today));
  const shown = first === null ? span : ordered(first, pointed ?? place.day);
  return { place, shown, isWanted, choose, point: setPointed, handleKey, turn };
}

/** Months in which a range is chosen, by the pointer or by the keys that calendars have. */
export function RangeCalendar(props: RangeCalendarProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { count, today, compared } = props;
  const range = useRange(props);
  const more = (day: string) => ({
    'data-place': placeIn(day, range.shown) ?? undefined,
    'data-compared': placeIn(day, compared) === null ? undefined : true,
    onPointerEnter: () => range.point(day > today ? null : day),
  });
  const months = monthsOf(range.place.last, count);
  return (
    <Months onPointerLeave={() => range.point(null)}>
      {months.map((month, at) => (
        <Month key={month}>
          <Head>
            {at === 0 && (
              <IconButton size="sm" label={t('calendar.before')} onClick={() => range.turn(-1)}>
                <ChevronLeft />
              </IconButton>
            )}
            <span id={`${id}${month}`} aria-live="polite">
              {formatWall(parseDate(`${month}-01`) ?? new Date(), htmlLang(locale), { month: 'long' })}{' '}
              {month.slice(0, 4)}
            </span>
            {at === count - 1 && (
              <IconButton
                size="sm"
                label={t('calendar.after')}
                disabled={month >= monthOf(today)}
                onClick={() => range.turn(1)}
              >
                <ChevronRight />
              </IconButton>
            )}
          </Head>
          <Days
            titleId={`${id}${month}`}
            month={`${month}-01`}
            day={range.place.day}
            today={today}
            weekday="narrow"
            isMultiple
            isChosen={(day) => placeIn(day, range.shown) !== null}
            isOff={(day) => day > today}
            isWanted={range.isWanted}
            more={more}
            onChoose={range.choose}
            onKeyDown={range.handleKey}
          />
        </Month>
      ))}
    </Months>
  );
}
