import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { changeDay, copyDay, partsOfDay, type Week } from './week';
import { WeekdayRow } from './WeekdayRow';

const Root = styled.div`
  container-type: inline-size;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
`;

const Head = styled.div`
  display: none;
  align-items: center;
  padding: 8px 16px;
  border-bottom: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.sm};

  @container (min-width: 780px) {
    display: grid;
    grid-template-columns: 170px minmax(0, 1fr) 210px 104px;
    gap: 0 12px;
  }
`;

const Scale = styled.span`
  display: flex;
  justify-content: space-between;
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

/** Over the sums, which stand before the button of each row. */
const Sum = styled.span`
  padding-right: 40px;
  text-align: right;
`;

const HOURS = ['0h', '6h', '12h', '18h', '24h'];

interface WeeklyHoursProps {
  week: Week;
  /** As it is stored: a copy begins with the days that were like the copied one. */
  saved: Week;
  /** Wrong times are named even in the field that is being written in. */
  showsProblems: boolean;
  onChange: (week: Week) => void;
}

/** The hours of each weekday (A013, A080): closed days, nights, copies, and what is wrong in words beside its field. */
export function WeeklyHours({ week, saved, showsProblems, onChange }: WeeklyHoursProps) {
  const t = useT();
  return (
    <Root role="group" aria-label={t('hours.week')}>
      <Head aria-hidden>
        <span>{t('hours.day')}</span>
        <span>{t('hours.open')}</span>
        <Scale>
          {HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Scale>
        <Sum>{t('hours.sum')}</Sum>
      </Head>
      {week.map((day, place) => (
        <WeekdayRow
          key={day.weekday}
          day={day}
          parts={partsOfDay(week, place)}
          saved={saved}
          showsProblems={showsProblems}
          onChange={(change) => onChange(changeDay(week, day.weekday, change))}
          onCopy={(days) => onChange(copyDay(week, day.weekday, days))}
        />
      ))}
    </Root>
  );
}
