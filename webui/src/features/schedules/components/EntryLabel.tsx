import type { EventProps } from 'react-big-calendar';
import styled from 'styled-components';
import { truncate } from '@/styles/tokens';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import type { CalendarEntry } from '../model';

const Root = styled.span`
  display: block;
  ${truncate}

  /* the hours of a day say it beside the entry */
  .rbc-time-content & > time {
    display: none;
  }
`;

export function EntryLabel({ event: { schedule } }: EventProps<CalendarEntry>) {
  const t = useT();
  const status = t('schedules.status', { status: schedule.status });
  return (
    <Root title={`${schedule.contact.name}: ${schedule.body}`}>
      <time dateTime={schedule.sendAt}>{formatTime(schedule.sendAt)} </time>
      {schedule.contact.name}
      <span className="visually-hidden">, {status}</span>
    </Root>
  );
}
