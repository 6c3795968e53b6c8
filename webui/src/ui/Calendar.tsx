import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { fieldOfDay, formatWall, parseDate, toWall } from '@/lib/dates';
import { firstWeekdayOf, type DateKind } from '@/lib/typedDates';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font } from '@/styles/tokens';
import { Button } from './Button';
import { addMonths, moved } from './calendarGrid';
import { TimeField } from './DateField';
import { DayGrid } from './DayGrid';
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

const Days = styled(DayGrid)`
  & th {
    padding: 4px 0;
    font-weight: ${font.medium};
  }
  & td {
    height: 36px;
    padding: 1px;
  }
  & button {
    border: 1px solid transparent;
  }
  & [aria-current] {
    border-color: ${color.accent};
  }
  & [aria-selected='true'] > button {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  & [aria-disabled='true'] {
    text-decoration: line-through;
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
      <Days
        titleId={titleId}
        month={day}
        day={day}
        today={today}
        weekday="short"
        isChosen={(each) => each === chosen}
        isOff={isOutside}
        isWanted={isWanted}
        onChoose={choose}
        onKeyDown={handleKey}
      />
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
