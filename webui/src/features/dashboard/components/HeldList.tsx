import styled from 'styled-components';
import type { Held } from '@/api/types';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { useIsOnline } from '@/state/presence';
import { color, font, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Link } from '@/ui/Link';
import { ticketsOf } from '../model';

/** More than these are a click away. */
const SHOWN = 6;

const List = styled.ul`
  display: grid;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 10px;
  padding-block: 8px;
  border-top: 1px solid ${color.line};

  & > div {
    min-width: 0;
  }
`;

const Line = styled.p`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & > :first-child {
    ${truncate}
  }
  & > a {
    color: inherit;
    font-weight: ${font.medium};
  }
  & > small {
    flex: none;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  &[data-second] {
    margin-top: 1px;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

/** As many marks as he is given tickets at most; more than these are no picture. */
const MARKS_MAX = 10;

const Marks = styled.span`
  display: inline-flex;
  gap: 2px;
  margin-right: 8px;
  vertical-align: -1px;

  & > i {
    width: 4px;
    height: 11px;
    border-radius: 2px;
    background: ${color.active};
  }
  & > i[data-on] {
    background: ${color.accent};
  }
  &[data-full] > i {
    background: ${color.warning};
  }
`;

/** How many he has, and of how many where the desk gives him tickets. */
function Load({ open, most }: Pick<Held, 'open' | 'most'>) {
  const t = useT();
  if (most === null) return <small>{t('dashboard.live.open', { count: open })}</small>;
  return (
    <small>
      {most <= MARKS_MAX && (
        <Marks aria-hidden data-full={open >= most || undefined}>
          {Array.from({ length: most }, (_, place) => (
            // eslint-disable-next-line react/no-array-index-key
            <i key={place} data-on={place < open || undefined} />
          ))}
        </Marks>
      )}
      {t('dashboard.live.of', { count: open, most })}
    </small>
  );
}

function Attendant({ id, name, online, open, most, names }: Held) {
  const t = useT();
  const isOnline = useIsOnline(id) ?? online;
  const more = open - names.length;
  const free = t(isOnline ? 'dashboard.live.free' : 'dashboard.offline');
  return (
    <Row>
      <Avatar name={name} size={28} />
      <div>
        <Line>
          <Link to={`${ticketsOf('attendant', { id, name }) ?? ''}&status=open`}>{name}</Link>
          <Load open={open} most={most} />
        </Line>
        <Line data-second>
          <span>{open === 0 ? free : names.map(displayName).join(', ')}</span>
          {more > 0 && <small>+{more}</small>}
        </Line>
      </div>
    </Row>
  );
}

/** Who serves whom, those with most first. */
export function HeldList({ attendants }: { attendants: readonly Held[] }) {
  return (
    <List>
      {attendants.slice(0, SHOWN).map((one) => (
        <Attendant key={one.id} {...one} />
      ))}
    </List>
  );
}
