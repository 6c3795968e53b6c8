import BadgeCheck from 'lucide-react/icons/badge-check';
import Pencil from 'lucide-react/icons/pencil';
import Smartphone from 'lucide-react/icons/smartphone';
import TestTubeDiagonal from 'lucide-react/icons/test-tube-diagonal';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { errorText, isMessageId, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';
import { color, font, media, radius } from '@/styles/tokens';
import { DataRow } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';
import { warnings } from '../health';
import { statusTone } from '../model';
import { HealthNotes } from './HealthNotes';
import { SessionButtons } from './SessionButtons';

const Row = styled(DataRow)`
  @media ${media.md} {
    & > td:nth-child(3) {
      grid-column: 1;
    }
    & > td:nth-child(4) {
      grid-column: 2;
      justify-self: end;
    }
    & > td:nth-child(5) {
      font-size: ${font.sm};
    }
  }
`;

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-width: 0;
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: ${radius.md};
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
`;

const Words = styled.div`
  display: grid;
  gap: 1px;

  & > :first-child {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: ${font.md};
    font-weight: ${font.semibold};
  }
  & > :last-child {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

const Wrap = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
`;

const Reason = styled.p`
  margin-top: 3px;
  max-width: 200px;
  color: ${color.textMuted};
  font-size: ${font.xs};
`;

const When = styled.time`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const Tools = styled.div`
  display: flex;
  justify-content: flex-end;
`;

const ICONS = { cloud: BadgeCheck, simulator: TestTubeDiagonal, beta: Smartphone };

export interface RowHandlers {
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
  onShowQr: (id: number) => void;
}

interface ConnectionRowProps extends RowHandlers {
  connection: Connection;
}

export function ConnectionRow({ connection, onEdit, onDelete, onShowQr }: ConnectionRowProps) {
  const t = useT();
  const { id, name, provider, number, status, statusReason, isDefault, queues, cloud, updatedAt } = connection;
  const Icon = ICONS[provider];
  // A reason is a code; one without a text would say nothing.
  const reason = isMessageId(`errors.${statusReason}`) ? errorText(statusReason) : null;
  return (
    <Row>
      <td>
        <Name>
          <Mark aria-hidden>
            <Icon />
          </Mark>
          <Words>
            <span>
              {name}
              {isDefault && <Pill tone="accent">{t('connections.default')}</Pill>}
            </span>
            <span>
              {number ? `${formatPhone(number)} · ` : ''}
              {t(`connections.provider.${provider}`)}
            </span>
          </Words>
        </Name>
      </td>
      <td>
        <Wrap>
          {queues.map((queue) => (
            <Tag key={queue.id} dot={queue.color}>
              {queue.name}
            </Tag>
          ))}
        </Wrap>
      </td>
      <td>
        <Pill tone={statusTone(status)} hasDot>
          {t(`connections.status.${status}`)}
        </Pill>
        {reason && <Reason>{reason}</Reason>}
        {cloud && <HealthNotes notes={warnings(cloud)} />}
      </td>
      <td>
        <SessionButtons connection={connection} onShowQr={onShowQr} />
      </td>
      <td>
        <When dateTime={updatedAt}>{formatDateTime(updatedAt)}</When>
      </td>
      <td>
        <Tools>
          <IconButton label={t('connections.editNamed', { name })} onClick={() => onEdit(id)}>
            <Pencil />
          </IconButton>
          <IconButton label={t('connections.deleteNamed', { name })} onClick={() => onDelete(id)}>
            <Trash2 />
          </IconButton>
        </Tools>
      </td>
    </Row>
  );
}
