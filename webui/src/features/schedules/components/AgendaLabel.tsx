import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { createContext, use } from 'react';
import type { EventProps } from 'react-big-calendar';
import styled from 'styled-components';
import type { Schedule } from '@/api/types';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font, media } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { canChange, isFinal, toneOf, type CalendarEntry } from '../model';

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

/** What deletes an entry; the library passes nothing on to its rows. */
export const AskDelete = createContext<(schedule: Schedule) => void>(() => undefined);

/** A021: a row of the agenda. The library listens to the cell around it: a press bubbles up to there, also one by key. */
export function AgendaLabel({ event: { schedule } }: EventProps<CalendarEntry>) {
  const t = useT();
  const user = useUser();
  const askDelete = use(AskDelete);
  const { name } = schedule.contact;
  return (
    <Row>
      <Root type="button">
        <b>{name}</b>
        <Body>{schedule.body}</Body>
        <Pill tone={toneOf(schedule.status)}>{t('schedules.status', { status: schedule.status })}</Pill>
      </Root>
      {canChange(schedule, user) && (
        <>
          {!isFinal(schedule) && (
            <IconButton size="sm" label={t('schedules.editNamed', { name })}>
              <Pencil />
            </IconButton>
          )}
          <IconButton
            size="sm"
            label={t('schedules.deleteNamed', { name })}
            onClick={(event) => {
              event.stopPropagation();
              askDelete(schedule);
            }}
          >
            <Trash2 />
          </IconButton>
        </>
      )}
    </Row>
  );
}
