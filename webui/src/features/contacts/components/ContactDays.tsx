import CalendarRange from 'lucide-react/icons/calendar-range';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';

const Root = styled.div`
  display: grid;
  gap: 12px;
  padding: 14px;
`;

/** Days as date fields write them; empty where there is no bound. */
export interface Days {
  from: string;
  to: string;
}

interface ContactDaysProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** S108: the days on which contacts were made. */
export function ContactDays({ days, onChange }: ContactDaysProps) {
  const t = useT();
  const isActive = days.from !== '' || days.to !== '';
  return (
    <Popover
      label={t('contacts.days')}
      width={240}
      align="end"
      trigger={
        <IconButton label={t('contacts.days')} aria-pressed={isActive}>
          <CalendarRange />
        </IconButton>
      }
    >
      {(close) => (
        <Root>
          <DateField
            label={t('contacts.daysFrom')}
            value={days.from}
            max={days.to || undefined}
            canBeEmpty
            onChange={(from) => onChange({ ...days, from })}
          />
          <DateField
            label={t('contacts.daysTo')}
            value={days.to}
            min={days.from || undefined}
            canBeEmpty
            onChange={(to) => onChange({ ...days, to })}
          />
          <Button
            variant="secondary"
            size="sm"
            disabled={!isActive}
            onClick={() => {
              onChange({ from: '', to: '' });
              close();
            }}
          >
            {t('contacts.daysAny')}
          </Button>
        </Root>
      )}
    </Popover>
  );
}
