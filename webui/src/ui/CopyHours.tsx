import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from './Button';
import { Checkbox } from './Checkbox';
import { alike, rangesOf, WEEKDAYS, type Day, type Week, type Weekday } from './week';

const Root = styled.div`
  display: grid;
  gap: 12px;
  padding: 14px 16px;
`;

const Title = styled.p`
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  margin: 2px -16px -4px;
  padding: 10px 12px 0;
  border-top: 1px solid ${color.line};
`;

interface CopyHoursProps {
  day: Day;
  saved: Week;
  onCopy: (days: readonly Weekday[]) => void;
  onClose: () => void;
}

/** To which days the hours of one are copied; it begins with those that were like it. */
export function CopyHours({ day, saved, onCopy, onClose }: CopyHoursProps) {
  const t = useT();
  const [chosen, setChosen] = useState<readonly Weekday[]>(() => alike(saved, day.weekday));
  const others = WEEKDAYS.filter((weekday) => weekday !== day.weekday);
  const times = rangesOf(day)
    .map(({ start, end }) => t('hours.fromTo', { from: start, to: end }))
    .join(', ');
  return (
    <Root>
      <Title>{day.isOpen ? t('hours.copyTimes', { times }) : t('hours.copyClosed')}</Title>
      <Checkbox
        label={t('hours.allDays')}
        isChecked={chosen.length === others.length}
        onChange={(isAll) => setChosen(isAll ? others : [])}
      />
      {others.map((weekday) => (
        <Checkbox
          key={weekday}
          label={t(`hours.weekday.${weekday}`)}
          isChecked={chosen.includes(weekday)}
          onChange={(isChosen) =>
            setChosen(isChosen ? [...chosen, weekday] : chosen.filter((each) => each !== weekday))
          }
        />
      ))}
      <Foot>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" disabled={chosen.length === 0} onClick={() => onCopy(chosen)}>
          {t('hours.copyTo', { count: chosen.length })}
        </Button>
      </Foot>
    </Root>
  );
}
