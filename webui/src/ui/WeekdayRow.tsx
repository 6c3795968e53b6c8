import Copy from 'lucide-react/icons/copy';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';
import { CopyHours } from './CopyHours';
import { IconButton } from './IconButton';
import { Input } from './Input';
import { Pill } from './Pill';
import { Popover } from './Popover';
import { Switch } from './Switch';
import {
  addRange,
  changeRange,
  DAY_MINUTES,
  inFull,
  isOvernight,
  problemOf,
  rangesOf,
  removeRange,
  spansOfDay,
  type Day,
  type Range,
  type Week,
  type Weekday,
} from './week';

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 6px 12px;
  padding: 9px 16px;

  & + & {
    border-top: 1px solid ${color.line};
  }

  @container (min-width: 560px) {
    grid-template-columns: 170px minmax(0, 1fr) 104px;
    min-height: 56px;
  }
  @container (min-width: 780px) {
    grid-template-columns: 170px minmax(0, 1fr) 210px 104px;
  }
`;

const Name = styled.div`
  display: flex;

  & > label {
    flex-direction: row-reverse;
    gap: 12px;
    color: ${color.text};
    font-weight: ${font.medium};
  }
`;

const Times = styled.div`
  display: grid;
  gap: 8px;
  grid-row: 2;
  grid-column: 1 / -1;
  color: ${color.textMuted};
  font-size: ${font.base};

  @container (min-width: 560px) {
    grid-area: auto;
  }
`;

const RangeLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  & > input {
    width: 84px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
`;

const Problem = styled.p`
  margin: 0;
  color: ${color.danger};
  font-size: ${font.sm};
`;

const Line = styled.div`
  position: relative;
  display: none;
  height: 8px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${color.active};

  @container (min-width: 780px) {
    display: block;
  }
`;

const Part = styled.span`
  position: absolute;
  left: calc(var(--from) * 100%);
  width: calc(var(--long) * 100%);
  height: 100%;
  border-radius: ${radius.full};
  background: ${color.accent};
`;

const End = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

interface WeekdayRowProps {
  day: Day;
  /** When the day is open, the night before with it. */
  parts: readonly { from: number; to: number }[];
  saved: Week;
  showsProblems: boolean;
  onChange: (change: Partial<Day>) => void;
  onCopy: (days: readonly Weekday[]) => void;
}

export function WeekdayRow({ day, parts, saved, showsProblems, onChange, onCopy }: WeekdayRowProps) {
  const t = useT();
  const noteId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const name = t(`hours.weekday.${day.weekday}`);
  const problem = isTyping && !showsProblems ? null : problemOf(day);
  const spans = spansOfDay(day);
  const ranges = rangesOf(day);
  const longer = addRange(day);
  // where the keyboard goes on after a range came or went
  const next = useRef<number | null>(null);
  const isWrong = (place: number, at: keyof Range) => problem?.place === place && problem.at === at;
  const labelOf = (place: number, at: keyof Range) => {
    if (place === 0) return t(at === 'start' ? 'hours.opensAt' : 'hours.closesAt', { day: name });
    return t(at === 'start' ? 'hours.opensAgain' : 'hours.closesAgain', { day: name, place: place + 1 });
  };
  const field = (place: number, at: keyof Range) => (
    <Input
      ref={(node) => {
        if (!node || at !== 'start' || next.current !== place) return;
        next.current = null;
        node.focus();
      }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      aria-label={labelOf(place, at)}
      aria-invalid={isWrong(place, at) || undefined}
      aria-describedby={isWrong(place, at) ? noteId : undefined}
      value={ranges[place]?.[at] ?? ''}
      onFocus={(event) => {
        setIsTyping(true);
        // what is typed takes the place of what was there
        event.target.select();
      }}
      onBlur={() => {
        setIsTyping(false);
        const typed = ranges[place]?.[at] ?? '';
        if (inFull(typed) !== typed) onChange(changeRange(day, place, { [at]: inFull(typed) }));
      }}
      onChange={(event) => onChange(changeRange(day, place, { [at]: event.target.value }))}
    />
  );
  return (
    <Root role="group" aria-label={name}>
      <Name>
        <Switch label={name} isOn={day.isOpen} onChange={(isOpen) => onChange({ isOpen })} />
      </Name>
      <Times>
        {day.isOpen ? (
          <>
            {ranges.map((_, place) => (
              // a range is known by its place in the day
              // eslint-disable-next-line react/no-array-index-key
              <RangeLine key={place}>
                {field(place, 'start')}
                {t('hours.until')}
                {field(place, 'end')}
                {place === ranges.length - 1 && isOvernight(day) && <Pill>{t('hours.nextDay')}</Pill>}
                {ranges.length > 1 && (
                  <IconButton
                    size="sm"
                    label={t('hours.removeRange', { day: name, place: place + 1 })}
                    onClick={() => {
                      next.current = Math.max(0, place - 1);
                      onChange(removeRange(day, place));
                    }}
                  >
                    <X />
                  </IconButton>
                )}
                {place === ranges.length - 1 && longer && (
                  <IconButton
                    size="sm"
                    label={t('hours.addRange', { day: name })}
                    onClick={() => {
                      next.current = ranges.length;
                      onChange(longer);
                    }}
                  >
                    <Plus />
                  </IconButton>
                )}
              </RangeLine>
            ))}
            {problem && (
              <Problem id={noteId} role="alert">
                {t(`hours.${problem.what}`)}
              </Problem>
            )}
          </>
        ) : (
          t('hours.closed')
        )}
      </Times>
      <Line aria-hidden>
        {parts.map(({ from, to }) => (
          <Part key={from} style={cssVars({ '--from': from / DAY_MINUTES, '--long': (to - from) / DAY_MINUTES })} />
        ))}
      </Line>
      <End>
        {spans ? <Total minutes={spans.reduce((sum, { from, to }) => sum + to - from, 0)} /> : '—'}
        <Popover
          label={t('hours.copyOf', { day: name })}
          width={240}
          trigger={
            <IconButton size="sm" label={t('hours.copyOf', { day: name })} disabled={problemOf(day) !== null}>
              <Copy />
            </IconButton>
          }
        >
          {(close) => (
            <CopyHours
              day={day}
              saved={saved}
              onCopy={(days) => {
                onCopy(days);
                close();
              }}
              onClose={close}
            />
          )}
        </Popover>
      </End>
    </Root>
  );
}

/** "10 h", "7 h 30 min", "45 min". */
function Total({ minutes }: { minutes: number }) {
  const t = useT();
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('common.span.minutes', { count: rest });
  return rest === 0 ? t('common.span.hours', { count: hours }) : t('hours.total', { hours, rest });
}
