import type { HTMLAttributes, KeyboardEvent, RefObject } from 'react';
import styled from 'styled-components';
import { formatWall, parseDate } from '@/lib/dates';
import { firstWeekdayOf } from '@/lib/typedDates';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';
import { anyWeek, weeksOf } from './calendarGrid';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  text-align: center;

  & th {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  & button {
    width: 100%;
    height: 34px;
    border-radius: ${radius.md};
    font-size: ${font.base};
    font-variant-numeric: tabular-nums;
  }
  & button:where(:hover) {
    background: ${color.hover};
  }
  & [aria-current] {
    color: ${color.accentText};
    font-weight: ${font.semibold};
  }
  & [aria-disabled='true'] {
    background: none;
    color: ${color.textSubtle};
    cursor: not-allowed;
  }
`;

interface DayGridProps {
  className?: string;
  titleId: string;
  /** Any day of the month that is shown. */
  month: string;
  /** The day that the keyboard begins from. */
  day: string;
  today: string;
  weekday: 'short' | 'narrow';
  /** More than one day may be chosen. */
  isMultiple?: boolean;
  isChosen: (day: string) => boolean;
  /** Cannot be chosen. */
  isOff: (day: string) => boolean;
  /** Whether the focus goes to the day; it is asked for once. */
  isWanted: RefObject<boolean>;
  /** What else a day's button has. */
  more?: (day: string) => HTMLAttributes<HTMLButtonElement> & Record<`data-${string}`, unknown>;
  onChoose: (day: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The days of a month as a table with one stop for the keyboard; how they look says whoever shows them. */
export function DayGrid({ titleId, month, day, today, weekday, isMultiple, isWanted, ...grid }: DayGridProps) {
  const locale = useLocale();
  const firstWeekday = firstWeekdayOf(locale);
  const say = (each: string, options: Intl.DateTimeFormatOptions) =>
    formatWall(parseDate(each) ?? new Date(), htmlLang(locale), options);
  const focusOf = (each: string) => (node: HTMLButtonElement | null) => {
    if (!node || each !== day || !isWanted.current) return;
    isWanted.current = false;
    node.focus({ preventScroll: true });
  };
  return (
    <Table
      className={grid.className}
      role="grid"
      aria-multiselectable={isMultiple || undefined}
      aria-labelledby={titleId}
      onKeyDown={grid.onKeyDown}
    >
      <thead>
        <tr>
          {anyWeek(firstWeekday).map((each) => (
            <th key={each} scope="col" abbr={say(each, { weekday: 'long' })}>
              {say(each, { weekday }).replace('.', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, firstWeekday).map((week) => (
          <tr key={week.find((each) => each !== null)}>
            {week.map((each, place) => (
              // the days of other months have no name, only their place
              // eslint-disable-next-line react/no-array-index-key
              <td key={place} aria-selected={each === null ? undefined : grid.isChosen(each)}>
                {each !== null && (
                  <button
                    {...grid.more?.(each)}
                    type="button"
                    ref={focusOf(each)}
                    tabIndex={each === day ? 0 : -1}
                    aria-label={say(each, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                    aria-current={each === today ? 'date' : undefined}
                    aria-disabled={grid.isOff(each) || undefined}
                    onClick={() => grid.onChoose(each)}
                  >
                    <span>{Number(each.slice(8))}</span>
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
