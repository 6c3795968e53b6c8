import styled from 'styled-components';
import type { ConnectionStatus, Operation } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime, formatMoment } from '@/lib/dates';
import { color, font, truncate } from '@/styles/tokens';
import { FiguresPanel } from '@/ui/FiguresPanel';
import type { Tone } from '@/ui/Pill';
import { secondsBetween, shortNode } from '../model';
import { useSpan } from '../useSpan';
import { Dot } from './NodeCards';
import { None } from './Words';

const List = styled.ul`
  flex: 1;
  max-height: 300px;
  overflow: auto;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: 8px minmax(0, 1fr) auto;
  gap: 0 10px;
  align-items: center;
  padding: 5px 0;
  border-bottom: 1px solid ${color.line};

  &:last-child {
    border-bottom: 0;
  }
  & p {
    ${truncate}
  }
  & > div > p:first-child {
    font-weight: ${font.medium};
  }
  & > div > p + p {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  & > div:last-child {
    text-align: right;
  }
  & > div:last-child > p:first-child {
    color: ${color.textMuted};
    font-weight: ${font.regular};
  }
  & > [data-tone='danger'] ~ div:last-child > p:first-child {
    color: ${color.danger};
  }
`;

const TONES: Record<ConnectionStatus, Tone> = {
  CONNECTED: 'success',
  DISCONNECTED: 'danger',
  qrcode: 'info',
  OPENING: 'warning',
  PAIRING: 'warning',
  TIMEOUT: 'warning',
};

type Connection = Operation['connections'][number];

/** Every connection of every company, those first that are not connected. */
export function ConnectionsPanel({ operation }: { operation: Operation }) {
  const t = useT();
  const span = useSpan();
  const { connections } = operation;
  const names = operation.nodes.map(({ name }) => name);
  const up = connections.filter(({ status }) => status === 'CONNECTED').length;
  const standingOf = ({ status, lastEventAt, downSince }: Connection) => {
    if (status === 'DISCONNECTED' && downSince) {
      return t('operators.downSince', { time: formatMoment(downSince, new Date(operation.at)) });
    }
    if (status !== 'CONNECTED') return t(`connections.status.${status}`);
    return lastEventAt ? t('operators.ago', { span: span(secondsBetween(lastEventAt, operation.at)) }) : '—';
  };
  return (
    <FiguresPanel title={t('operators.connections')} note={t('operators.up', { up, all: connections.length })}>
      {connections.length === 0 ? (
        <None>{t('operators.noConnections')}</None>
      ) : (
        <List aria-label={t('operators.connections')} tabIndex={0}>
          {connections.map((each) => (
            <Row key={each.id}>
              <Dot data-tone={TONES[each.status]} />
              <div>
                <p title={each.name}>{each.name}</p>
                <p title={each.node ?? undefined}>
                  {[each.companyName, each.node && shortNode(each.node, names), each.statusReason]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <div>
                <p
                  title={
                    each.lastEventAt
                      ? t('operators.lastEventAt', { time: formatDateTime(each.lastEventAt) })
                      : undefined
                  }
                >
                  {standingOf(each)}
                </p>
                <p>{t('operators.queued', { count: each.queued })}</p>
              </div>
            </Row>
          ))}
        </List>
      )}
    </FiguresPanel>
  );
}
