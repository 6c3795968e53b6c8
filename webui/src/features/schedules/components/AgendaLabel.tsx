import type { EventProps } from 'react-big-calendar';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media } from '@/styles/tokens';
import { Pill } from '@/ui/Pill';
import { toneOf, type CalendarEntry } from '../model';
import { EntryTools } from './EntryTools';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
`;

const Root = styled.button`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 10px;
  min-width: 0;
  text-align: left;

  & > b {
    flex: none;
    font-weight: ${font.medium};
  }

  @media ${media.sm} {
    flex-wrap: wrap;
    gap: 4px 10px;

    & > b {
      flex: 0 1 auto;
      overflow-wrap: anywhere;
    }
  }
`;

const Body = styled.span`
  flex: 1;
  width: 0;
  overflow: hidden;
  color: ${color.textMuted};
  white-space: nowrap;
  text-overflow: ellipsis;

  @media ${media.sm} {
    display: none;
  }
`;

/** A021: a row of the agenda. The library listens to the cell around it: a press bubbles up to there, also one by key. */
export function AgendaLabel({ event: { schedule } }: EventProps<CalendarEntry>) {
  const t = useT();
  return (
    <Row>
      <Root type="button">
        <b>{schedule.contact.name}</b>
        <Body>{schedule.body}</Body>
        <Pill tone={toneOf(schedule.status)}>{t('schedules.status', { status: schedule.status })}</Pill>
      </Root>
      <EntryTools schedule={schedule} />
    </Row>
  );
}
