import Users from 'lucide-react/icons/users';
import styled from 'styled-components';
import type { AttendantFigures } from '@/api/types';
import { useT } from '@/i18n';
import { useIsOnline } from '@/state/presence';
import { color, font, media } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { EmptyState } from '@/ui/EmptyState';
import { Pill } from '@/ui/Pill';
import { formatMinutes } from '../model';
import { Panel } from './Panel';
import { Stars } from './Stars';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & th {
    padding: 0 12px 8px 0;
    border-bottom: 1px solid ${color.line};
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
    text-align: left;
    white-space: nowrap;
  }
  & td {
    height: 48px;
    padding: 6px 12px 6px 0;
    border-bottom: 1px solid ${color.line};
  }
  & tr:last-child > td {
    border-bottom: 0;
  }
  & :is(td, th):last-child {
    padding-right: 0;
    text-align: right;
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
      grid-template-columns: 1fr auto;
      align-items: center;
      gap: 6px 12px;
      padding: 10px 0;
      border-bottom: 1px solid ${color.line};
    }
    & tr:last-child {
      border-bottom: 0;
    }
    & td,
    & td:last-child {
      height: auto;
      padding: 0;
      border: 0;
      text-align: left;
    }
    & td:nth-child(1) {
      grid-area: 1 / 1;
    }
    & td:nth-child(2) {
      grid-area: 2 / 2;
      justify-self: end;
    }
    & td:nth-child(3) {
      grid-area: 2 / 1;
      color: ${color.textMuted};
    }
    & td:nth-child(4) {
      grid-area: 1 / 2;
      justify-self: end;
    }
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  font-weight: ${font.medium};
`;

function OnlinePill({ id, online }: Pick<AttendantFigures, 'id' | 'online'>) {
  const t = useT();
  const isOnline = useIsOnline(id) ?? online;
  return (
    <Pill tone={isOnline ? 'success' : 'neutral'} hasDot>
      {t(isOnline ? 'dashboard.online' : 'dashboard.offline')}
    </Pill>
  );
}

interface AttendantTableProps {
  attendants: readonly AttendantFigures[];
}

/** S026: the attendants of the period; who is online follows the socket. */
export function AttendantTable({ attendants }: AttendantTableProps) {
  const t = useT();
  return (
    <Panel title={t('dashboard.attendants')}>
      {attendants.length === 0 ? (
        <EmptyState icon={<Users />} title={t('dashboard.noAttendants')} text={t('dashboard.noAttendantsText')} />
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.head.name')}</th>
              <th scope="col">{t('dashboard.head.rating')}</th>
              <th scope="col">{t('dashboard.head.support')}</th>
              <th scope="col">{t('dashboard.head.status')}</th>
            </tr>
          </thead>
          <tbody>
            {attendants.map(({ id, name, rating, avgSupportTime, online }) => (
              <tr key={id}>
                <td>
                  <Name>
                    <Avatar name={name} size={28} />
                    {name}
                  </Name>
                </td>
                <td>
                  <Stars rating={rating} />
                </td>
                <td>{formatMinutes(avgSupportTime)}</td>
                <td>
                  <OnlinePill id={id} online={online} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
