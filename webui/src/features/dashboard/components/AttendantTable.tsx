import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import styled from 'styled-components';
import type { AttendantFigures } from '@/api/types';
import { useT } from '@/i18n';
import { useIsOnline, usePresence } from '@/state/presence';
import { color, font, media, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Link } from '@/ui/Link';
import { formatMinutes, formatSeconds, ticketsOf } from '../model';
import { Stars } from './Stars';

/** Rows shown until all are asked for. */
const FIRST = 8;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & th {
    padding: 0 8px 6px 0;
    color: ${color.textSubtle};
    font-size: ${font.xs};
    font-weight: ${font.medium};
    text-align: left;
    white-space: nowrap;
  }
  & td {
    height: 34px;
    padding: 0 8px 0 0;
    border-top: 1px solid ${color.line};
    white-space: nowrap;
  }
  & td:first-child {
    width: 99%;
    max-width: 0;
  }
  & [data-number] {
    text-align: right;
  }
  & :is(td, th):last-child {
    padding-right: 0;
    padding-left: 6px;
  }

  @media ${media.sm} {
    & thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    & tr {
      display: grid;
      grid-template-columns: repeat(4, auto);
      justify-content: space-between;
      gap: 6px 10px;
      padding: 8px 0;
      border-top: 1px solid ${color.line};
    }
    & td,
    & td:first-child,
    & td:last-child {
      width: auto;
      max-width: none;
      height: auto;
      padding: 0;
      border: 0;
    }
    & td:first-child {
      grid-area: 1 / 1 / 2 / 4;
    }
    & td:last-child {
      grid-area: 1 / 4;
      justify-self: end;
    }
    & td[data-head]::before {
      margin-right: 4px;
      color: ${color.textMuted};
      content: attr(data-head);
      font-size: ${font.xs};
    }
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  font-weight: ${font.medium};

  & > a {
    color: inherit;
    ${truncate}
  }
`;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  &::before {
    width: 7px;
    height: 7px;
    border: 1px solid ${color.textSubtle};
    border-radius: 50%;
    content: '';
  }
  &[data-online]::before {
    border-color: ${color.success};
    background: ${color.success};
  }
`;

function OnlineState({ id, online }: Pick<AttendantFigures, 'id' | 'online'>) {
  const t = useT();
  const isOnline = useIsOnline(id) ?? online;
  return <State data-online={isOnline || undefined}>{t(isOnline ? 'dashboard.online' : 'dashboard.offline')}</State>;
}

/** How many of them are there now. */
export function OnlineCount({ attendants }: { attendants: readonly AttendantFigures[] }) {
  const t = useT();
  const presence = usePresence();
  const count = attendants.filter(({ id, online }) => presence.get(id) ?? online).length;
  return t('dashboard.onlineOf', { count, all: attendants.length });
}

interface AttendantTableProps {
  attendants: readonly AttendantFigures[];
  /** The median of each one's first answers in seconds, by his number, as far as it is known. */
  answers?: ReadonlyMap<number, number | null>;
}

/** S026: the attendants of the period, those with most conversations first; who is online follows the socket. */
export function AttendantTable({ attendants, answers }: AttendantTableProps) {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  if (attendants.length === 0)
    return <EmptyState icon={<Users />} title={t('dashboard.noAttendants')} text={t('dashboard.noAttendantsText')} />;
  const sorted = attendants.toSorted((a, b) => b.tickets - a.tickets);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST);
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.head.name')}</th>
            <th scope="col">{t('dashboard.head.rating')}</th>
            <th scope="col" data-number aria-sort="descending">
              {t('dashboard.head.tickets')}
            </th>
            <th scope="col" data-number>
              {t('dashboard.head.support')}
            </th>
            <th scope="col" data-number>
              {t('dashboard.head.answer')}
            </th>
            <th scope="col">{t('dashboard.head.status')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, rating, tickets, avgSupportTime, online }) => (
            <tr key={id}>
              <td>
                <Name>
                  <Avatar name={name} size={24} />
                  <Link to={ticketsOf('attendant', { id, name }) ?? ''}>{name}</Link>
                </Name>
              </td>
              <td>
                <Stars rating={rating} />
              </td>
              <td data-number data-head={t('dashboard.head.tickets')}>
                {tickets}
              </td>
              <td data-number data-head={t('dashboard.head.support')}>
                {avgSupportTime === 0 ? '—' : formatMinutes(avgSupportTime)}
              </td>
              <td data-number data-head={t('dashboard.head.answer')}>
                {formatSeconds(answers?.get(id) ?? null)}
              </td>
              <td>
                <OnlineState id={id} online={online} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown.length < sorted.length && (
        <Button variant="ghost" size="sm" onClick={() => setIsWhole(true)}>
          {t('dashboard.chart.all', { count: sorted.length })}
        </Button>
      )}
    </>
  );
}
