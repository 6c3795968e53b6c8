import BadgeCheck from 'lucide-react/icons/badge-check';
import FlaskConical from 'lucide-react/icons/flask-conical';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import Pencil from 'lucide-react/icons/pencil';
import Smartphone from 'lucide-react/icons/smartphone';
import Trash2 from 'lucide-react/icons/trash';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import styled from 'styled-components';
import type { Connection, ConnectionHealth } from '@/api/types';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { hasPermission } from '@/lib/permissions';
import { spanSince } from '@/lib/span';
import { useNow } from '@/lib/useNow';
import { useUser } from '@/state/session';
import { color, font, media, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';
import { lastUpdate, uptime } from '../cells';
import { warnings } from '../health';
import { statusTone } from '../model';
import { reasonText } from '../reason';
import { HealthNotes } from './HealthNotes';
import { HealthStrip } from './HealthStrip';
import { SessionButtons } from './SessionButtons';

const Root = styled.article`
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-down] {
    border-color: color-mix(in srgb, ${color.danger} 45%, ${color.line});
  }
`;

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr) 170px 270px 102px;
  gap: 12px 16px;
  align-items: center;
  padding: 14px 12px 14px 16px;

  [data-down] > & {
    background: color-mix(in srgb, ${color.danger} 6%, ${color.surface});
  }
  @media ${media.md} {
    display: flex;
    flex-wrap: wrap;
    padding: 12px 10px 12px 14px;

    /* the tools beside the name, then the queues, then the status with what can be done about it */
    & > :nth-child(1) {
      flex: 1 1 calc(100% - 120px);
    }
    & > :nth-child(2) {
      flex: 1 1 100%;
      order: 1;
    }
    & > :nth-child(3) {
      flex: 1 1 40%;
      order: 1;
    }
    & > :nth-child(4) {
      order: 1;
    }
    & > :nth-child(5) {
      flex: none;
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
  min-width: 0;

  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  & h2 {
    font-size: ${font.md};
    font-weight: ${font.semibold};
    overflow-wrap: anywhere;
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

const Wrap = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;

  @media ${media.md} {
    &:empty {
      display: none;
    }
  }
`;

const Standing = styled.div`
  display: grid;
  gap: 3px;
  justify-items: start;
  min-width: 0;

  & > p {
    color: ${color.textMuted};
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
  }
`;

const Tools = styled.div`
  display: flex;
  justify-content: flex-end;
`;

const Reason = styled.p`
  display: flex;
  gap: 10px;
  padding: 10px 16px;
  border-top: 1px solid ${color.line};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
    color: ${color.danger};
  }
`;

const Notes = styled.div`
  padding: 0 16px 12px;

  &:empty {
    display: none;
  }
`;

const ICONS = { cloud: BadgeCheck, simulator: FlaskConical, beta: Smartphone };
const TICK_MS = 30_000;

export interface CardHandlers {
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
  onPair: (id: number, isFresh: boolean) => void;
  onTest: (id: number) => void;
  onTemplates: (id: number) => void;
}

interface ConnectionCardProps extends CardHandlers {
  connection: Connection;
  /** Undefined until it is known. */
  health: ConnectionHealth | undefined;
}

/** A009: a number with its status and when it last changed, what can be done to its session, and how it has been. */
export function ConnectionCard({ connection, health, onEdit, onDelete, onTemplates, ...session }: ConnectionCardProps) {
  const t = useT();
  const user = useUser();
  const titleId = useId();
  const { id, name, provider, number, status, isDefault, queues, cloud, updatedAt, downSince, downToldAt } = connection;
  const { historyBrought } = connection;
  const isDown = downToldAt !== null && downToldAt !== undefined;
  const now = useNow(isDown ? TICK_MS : null);
  const lasted = isDown ? spanSince(downSince, now) : null;
  const isConnected = status === 'CONNECTED';
  const reason = isConnected ? null : reasonText(t, connection.statusReason);
  // Of a number that never was connected there is nothing to say.
  const hasBeen = health !== undefined && (connection.connectedSince || downSince || uptime(health.cells) !== null);
  const Icon = ICONS[provider];
  const statusText = t(`connections.status.${status}`);
  return (
    <Root aria-labelledby={titleId} data-down={isDown || undefined}>
      <Head>
        <Name>
          <Mark aria-hidden>
            <Icon />
          </Mark>
          <Words>
            <div>
              <h2 id={titleId}>{name}</h2>
              {isDefault && <Pill tone="accent">{t('connections.default')}</Pill>}
            </div>
            <p>
              {number ? formatPhone(number) : t('connections.noNumber')} · {t(`connections.provider.${provider}`)}
            </p>
            {historyBrought > 0 && <p>{t('connections.history.brought', { count: historyBrought })}</p>}
          </Words>
        </Name>
        <Wrap>
          {queues.map((queue) => (
            <Tag key={queue.id} dot={queue.color}>
              {queue.name}
            </Tag>
          ))}
        </Wrap>
        <Standing>
          <Pill tone={isDown ? 'danger' : statusTone(status)} hasDot>
            {lasted
              ? t('connections.since', {
                  status: statusText,
                  span: t(`common.span.${lasted.unit}`, { count: lasted.count }),
                })
              : statusText}
          </Pill>
          <p>{t('connections.updated', { at: lastUpdate(updatedAt) })}</p>
        </Standing>
        <SessionButtons connection={connection} {...session} />
        <Tools>
          {hasPermission(user, 'connections-page:editOrDeleteConnection') && (
            <>
              {cloud && (
                <IconButton label={t('connections.templatesNamed', { name })} onClick={() => onTemplates(id)}>
                  <LayoutTemplate />
                </IconButton>
              )}
              <IconButton label={t('connections.editNamed', { name })} onClick={() => onEdit(id)}>
                <Pencil />
              </IconButton>
              <IconButton label={t('connections.deleteNamed', { name })} onClick={() => onDelete(id)}>
                <Trash2 />
              </IconButton>
            </>
          )}
        </Tools>
      </Head>
      {reason && (
        <Reason>
          <TriangleAlert aria-hidden />
          {reason}
        </Reason>
      )}
      {cloud && (
        <Notes>
          <HealthNotes notes={warnings(cloud)} />
        </Notes>
      )}
      {health && hasBeen && <HealthStrip connection={connection} health={health} />}
    </Root>
  );
}
