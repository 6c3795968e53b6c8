import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { fieldOfDay, formatWall, parseDate, toWall } from '@/lib/dates';
import { firstWeekdayOf, type DateKind } from '@/lib/typedDates';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';
import { Button } from './Button';
import { addMonths, anyWeek, moved, weeksOf } from './calendarGrid';
import { TimeField } from './DateField';
import { IconButton } from './IconButton';

const Root = styled.div`
  display: grid;
  gap: 8px;
  padding: 10px 12px 12px;
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  font-size: ${font.base};
  font-weight: ${font.semibold};
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  text-align: center;

  & th {
    padding: 4px 0;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & td {
    height: 36px;
    padding: 1px;
  }
`;

const Day = styled.button`
  width: 100%;
  height: 34px;
  border: 1px solid transparent;
  border-radius: ${radius.md};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  &:hover {
    background: ${color.hover};
  }
  &[aria-current] {
    border-color: ${color.accent};
    color: ${color.accentText};
    font-weight: ${font.semibold};
  }
  [aria-selected='true'] > & {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  &[aria-disabled='true'] {
    background: none;
    color: ${color.textSubtle};
    text-decoration: line-through;
    cursor: not-allowed;
  }
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;

  & > :last-child:not(:first-child) {
    margin-left: auto;
  }
`;

/** When a day was chosen and no time of day yet. */
const USUAL_TIME = '09:00';

interface CalendarProps {
  value: string;
  kind: DateKind;
  min: string | undefined;
  max: string | undefined;
  canBeEmpty: boolean;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A month of days to choose from, by the pointer or by the keys that calendars have. */
export default function Calendar({ value, kind, min, max, canBeEmpty, onChoose, onClose }: CalendarProps) {
  const t = useT();
  const locale = useLocale();
  const titleId = useId();
  const [today] = useState(() => fieldOfDay(toWall(new Date())));
  const chosen = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? null;
  const [day, setDay] = useState(chosen ?? today);
  // The keyboard begins at the day, and goes along when the keys move it.
  const isWanted = useRef(true);
  const time = value.slice(11, 16);
  const firstWeekday = firstWeekdayOf(locale);
  const hasTime = kind === 'datetime';
  const say = (each: string, options: Intl.DateTimeFormatOptions) =>
    formatWall(parseDate(each) ?? new Date(), htmlLang(locale), options);
  const isOutside = (each: string) => each < (min ?? '').slice(0, 10) || (max !== undefined && each > max.slice(0, 10));

  const choose = (each: string) => {
    setDay(each);
    if (isOutside(each)) return;
    onChoose(hasTime ? `${each}T${time || USUAL_TIME}` : each);
    if (!hasTime) onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = moved(day, event.key, event.shiftKey, firstWeekday);
    if (next === null) return;
    event.preventDefault();
    isWanted.current = true;
    setDay(next);
  };
  const title = say(day, { month: 'long', year: 'numeric' });
  return (
    <Root>
      <Head>
        <IconButton size="sm" label={t('calendar.before')} onClick={() => setDay(addMonths(day, -1))}>
          <ChevronLeft />
        </IconButton>
        <span id={titleId} aria-live="polite">
          {title}
        </span>
        <IconButton size="sm" label={t('calendar.after')} onClick={() => setDay(addMonths(day, 1))}>
          <ChevronRight />
        </IconButton>
      </Head>
      <Table role="grid" aria-labelledby={titleId} onKeyDown={handleKey}>
        <thead>
          <tr>
            {anyWeek(firstWeekday).map((each) => (
              <th key={each} scope="col" abbr={say(each, { weekday: 'long' })}>
                {say(each, { weekday: 'short' }).replace('.', '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day, firstWeekday).map((week) => (
            <tr key={week.find((each) => each !== null)}>
              {week.map((each, place) => (
                // the days of other months have no name, only their place
                // eslint-disable-next-line react/no-array-index-key
                <td key={place} aria-selected={each === null ? undefined : each === chosen}>
                  {each !== null && (
                    <Day
                      type="button"
                      ref={(node) => {
                        if (!node || each !== day || !isWanted.current) return;
                        isWanted.current = false;
                        node.focus({ preventScroll: true });
                      }}
                      tabIndex={each === day ? 0 : -1}
                      aria-label={say(each, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                      aria-current={each === today ? 'date' : undefined}
                      aria-disabled={isOutside(each) || undefined}
                      onClick={() => choose(each)}
                    >
                      {Number(each.slice(8))}
                    </Day>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {hasTime && chosen !== null && (
        <TimeField
          label={t('calendar.time')}
          value={time}
          onChange={(next) => next !== '' && onChoose(`${chosen}T${next}`)}
        />
      )}
      <Foot>
        <Button variant="secondary" size="sm" disabled={isOutside(today)} onClick={() => choose(today)}>
          {t('calendar.today')}
        </Button>
        {canBeEmpty && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              onChoose('');
              onClose();
            }}
          >
            {t('calendar.clear')}
          </Button>
        )}
        {hasTime && (
          <Button size="sm" onClick={onClose}>
            {t('calendar.done')}
          </Button>
        )}
      </Foot>
    </Root>
  );
}
