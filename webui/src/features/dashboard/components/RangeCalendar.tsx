import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatWall, parseDate } from '@/lib/dates';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, media, radius } from '@/styles/tokens';
import { anyWeek, weeksOf } from '@/ui/calendarGrid';
import { IconButton } from '@/ui/IconButton';
import { FIRST_WEEKDAY, led, monthOf, monthsOf, openAt, ordered, placeIn, turned } from '../calendarRange';
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

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  text-align: center;

  & th {
    height: 28px;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.regular};
    text-transform: lowercase;
  }
  & td {
    height: 34px;
    padding: 0;
  }
`;

const Day = styled.button`
  width: 100%;
  height: 34px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  &:hover {
    background: ${color.hover};
  }
  &[aria-current] {
    color: ${color.accentText};
    font-weight: ${font.semibold};
  }
  &[data-compared] > span {
    border-bottom: 2px solid ${color.lineStrong};
  }
  &[data-place] {
    border-radius: 0;
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  &[data-place='first'],
  &[data-place='last'],
  &[data-place='only'] {
    background: ${color.accent};
    color: ${color.onAccent};
    font-weight: ${font.semibold};
  }
  &[data-place='first'] {
    border-radius: ${radius.md} 0 0 ${radius.md};
  }
  &[data-place='last'] {
    border-radius: 0 ${radius.md} ${radius.md} 0;
  }
  &[data-place='only'] {
    border-radius: ${radius.md};
  }
  &[aria-disabled='true'] {
    background: none;
    color: ${color.textSubtle};
    opacity: 0.6;
    cursor: not-allowed;
  }
  &:focus-visible {
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
    const next = led(place, event, count, today);
    if (next === null) return;
    event.preventDefault();
    isWanted.current = true;
    setPointed(null);
    setPlace(next);
  };
  const focusOf = (day: string) => (node: HTMLButtonElement | null) => {
    if (!node || day !== place.day || !isWanted.current) return;
    isWanted.current = false;
    node.focus({ preventScroll: true });
  };
  const turn = (months: number) => setPlace(turned(place, months, today));
  const shown = first === null ? span : ordered(first, pointed ?? place.day);
  return { place, shown, choose, point: setPointed, handleKey, focusOf, turn };
}

interface MonthTableProps extends RangeCalendarProps {
  titleId: string;
  month: string;
  range: ReturnType<typeof useRange>;
}

function MonthTable({ titleId, month, range, compared, today }: MonthTableProps) {
  const locale = useLocale();
  const { place, shown, choose, point, handleKey, focusOf } = range;
  const say = (each: string, options: Intl.DateTimeFormatOptions) =>
    formatWall(parseDate(each) ?? new Date(), htmlLang(locale), options);
  const dayOf = (each: string) => {
    const where = placeIn(each, shown);
    return (
      <Day
        type="button"
        ref={focusOf(each)}
        tabIndex={each === place.day ? 0 : -1}
        aria-label={say(each, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
        aria-current={each === today ? 'date' : undefined}
        aria-disabled={each > today || undefined}
        data-place={where ?? undefined}
        data-compared={placeIn(each, compared) === null ? undefined : true}
        onPointerEnter={() => point(each > today ? null : each)}
        onClick={() => choose(each)}
      >
        <span>{Number(each.slice(8))}</span>
      </Day>
    );
  };
  return (
    <Table role="grid" aria-multiselectable aria-labelledby={titleId} onKeyDown={handleKey}>
      <thead>
        <tr>
          {anyWeek(FIRST_WEEKDAY).map((each) => (
            <th key={each} scope="col" abbr={say(each, { weekday: 'long' })}>
              {say(each, { weekday: 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(`${month}-01`, FIRST_WEEKDAY).map((week) => (
          <tr key={week.find((each) => each !== null)}>
            {week.map((each, at) => (
              // the days of other months have no name, only their place
              // eslint-disable-next-line react/no-array-index-key
              <td key={at} aria-selected={each === null ? undefined : placeIn(each, shown) !== null}>
                {each !== null && dayOf(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Months in which a range is chosen, by the pointer or by the keys that calendars have. */
export function RangeCalendar(props: RangeCalendarProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { count, today } = props;
  const range = useRange(props);
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
          <MonthTable {...props} titleId={`${id}${month}`} month={month} range={range} />
        </Month>
      ))}
    </Months>
  );
}
