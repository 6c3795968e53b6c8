import styled from 'styled-components';
import type { WaitingTicket } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { useSteadyOrder } from '@/ui/useSteadyOrder';
import { useAccept } from '../api';
import { formatSeconds, urgencyOf } from '../model';

const List = styled.ul`
  display: grid;
  margin-inline: -8px;
`;

const Row = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 10px;
  height: 44px;
  padding-inline: 8px;
  border-radius: ${radius.md};

  &:hover,
  &:focus-within {
    background: ${color.hover};
  }
  & a::after {
    position: absolute;
    inset: 0;
    border-radius: ${radius.md};
    content: '';
  }
  & > button {
    position: absolute;
    z-index: 1;
    opacity: 0;
    /* where nothing is seen, nothing is pressed */
    pointer-events: none;
  }
  @media (hover: hover) {
    &:hover > button {
      position: relative;
      opacity: 1;
      pointer-events: auto;
    }
    &:hover {
      grid-template-columns: auto minmax(0, 1fr) auto auto;
    }
  }
  &:focus-within > button {
    position: relative;
    opacity: 1;
    pointer-events: auto;
  }
  &:focus-within {
    grid-template-columns: auto minmax(0, 1fr) auto auto;
  }
`;

const Words = styled.div`
  min-width: 0;

  & > * {
    display: block;
    ${truncate}
  }
  & > a {
    color: inherit;
    font-size: ${font.base};
    font-weight: ${font.medium};
  }
  & > small {
    color: ${color.textMuted};
    font-size: ${font.xs};
  }
`;

const Dot = styled.i`
  display: inline-block;
  width: 6px;
  height: 6px;
  margin-right: 6px;
  border-radius: 50%;
`;

const Since = styled.b`
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
  font-weight: ${font.semibold};
  white-space: nowrap;

  &[data-urgency='late'] {
    color: ${color.warning};
  }
  &[data-urgency='urgent'] {
    color: ${color.danger};
  }
`;

interface WaitingListProps {
  waiting: readonly WaitingTicket[];
  /** By the server's clock. */
  now: number;
}

/** Those who have waited longest; rows hold still under the pointer. */
export function WaitingList({ waiting, now }: WaitingListProps) {
  const t = useT();
  const accept = useAccept();
  const { places, handlers } = useSteadyOrder(waiting, (one) => one.id);
  return (
    <List {...handlers}>
      {places.map(({ key, item }) => {
        if (!item) return <Row key={key} aria-hidden />;
        const seconds = Math.max(0, Math.floor((now - Date.parse(item.since)) / 1000));
        const name = displayName(item.name);
        const from = [item.queueName, item.connectionName].filter((part) => part !== null).join(' · ');
        return (
          <Row key={key}>
            <Avatar name={item.name} picture={item.profilePicUrl} size={28} />
            <Words>
              <Link to={paths.ticket(item.uuid)}>{name}</Link>
              <small>
                {item.queueColor && <Dot style={{ background: item.queueColor }} />}
                {from}
              </small>
            </Words>
            <Since data-urgency={urgencyOf(seconds)}>
              {formatSeconds(seconds < 60 ? seconds : seconds - (seconds % 60))}
            </Since>
            <Button
              variant="soft"
              size="sm"
              aria-label={t('dashboard.live.acceptOne', { name })}
              isBusy={accept.isPending}
              onClick={() => accept.mutate(item.id)}
            >
              {t('dashboard.live.accept')}
            </Button>
          </Row>
        );
      })}
    </List>
  );
}
