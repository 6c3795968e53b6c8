import type { EventProps } from 'react-big-calendar';
import styled from 'styled-components';
import { color, radius, truncate } from '@/styles/tokens';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import type { CalendarEntry } from '../model';
import { EntryTools } from './EntryTools';

const TOOL = 17;

/* What can be done stands over the end of the name while the pointer or the focus is here. */
const Root = styled.div`
  position: relative;

  & > span {
    position: absolute;
    inset: 0 0 auto auto;
    display: flex;
    border-radius: ${radius.sm};
    background: ${color.raised};
    opacity: 0;
  }
  & > span button[data-size] {
    width: ${TOOL}px;
    height: ${TOOL}px;
  }
  & > span button[data-size] > svg {
    width: 13px;
    height: 13px;
  }
  /* inside, where the entry cuts nothing off */
  & button:focus-visible {
    outline-offset: -2px;
  }
  .rbc-event:hover & > span,
  & > span:focus-within {
    opacity: 1;
  }

  /* A finger shows nothing before it presses: there the entry's dialog has both. */
  @media (hover: none) {
    & > span {
      display: none;
    }
  }
`;

const Name = styled.button`
  display: block;
  width: 100%;
  text-align: left;
  ${truncate}

  /* the hours of a day say it beside the entry */
  .rbc-time-content & > time {
    display: none;
  }
`;

/** A021: an entry among days and hours. A press bubbles up to the library, also one by key. */
export function EntryLabel({ event: { schedule } }: EventProps<CalendarEntry>) {
  const t = useT();
  const status = t('schedules.status', { status: schedule.status });
  return (
    <Root>
      <Name type="button" title={`${schedule.contact.name}: ${schedule.body}`}>
        <time dateTime={schedule.sendAt}>{formatTime(schedule.sendAt)} </time>
        {schedule.contact.name}
        <span className="visually-hidden">, {status}</span>
      </Name>
      <span>
        <EntryTools schedule={schedule} />
      </span>
    </Root>
  );
}
