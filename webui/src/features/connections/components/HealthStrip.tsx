import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Connection, ConnectionHealth } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime, formatTime } from '@/lib/dates';
import { spanOf, spanSince, type Span } from '@/lib/span';
import { useNow } from '@/lib/useNow';
import { color, font, media } from '@/styles/tokens';
import { uptime } from '../cells';
import { HealthCells } from './HealthCells';

const Root = styled.dl`
  display: grid;
  grid-template-columns: 1.25fr 1.25fr 1fr 1.15fr 1.1fr;
  border-top: 1px solid ${color.line};
  background: ${color.surfaceAlt};

  @media ${media.md} {
    grid-template-columns: 1fr 1fr;

    & > :first-child {
      grid-column: 1 / -1;
    }
    /* the first of each pair stands at the card's own edge */
    & > :nth-child(even) {
      border-left: 0;
    }
  }
`;

const Part = styled.div`
  display: grid;
  gap: 4px;
  align-content: start;
  min-width: 0;
  padding: 10px 16px 12px;
  border-left: 1px solid ${color.line};

  &:first-child {
    border-left: 0;
  }
  & > dt {
    color: ${color.textMuted};
    font-size: ${font.xs};
  }
  & > dd {
    margin: 0;
    font-size: ${font.base};
    font-variant-numeric: tabular-nums;
  }
  & > dd[data-big] {
    font-weight: ${font.semibold};
  }
  & > dd[data-many] {
    color: ${color.warning};
  }
  & > dd[data-small] {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  @media ${media.md} {
    padding: 8px 14px 10px;
  }
`;

const TICK_MS = 15_000;
/** More than these in a day are worth a look. */
const USUAL_RECONNECTS = 2;

interface HealthStripProps {
  connection: Connection;
  health: ConnectionHealth;
}

/** How a number has been: a day in cells, what was heard last, how often it came back, what waits, since when. */
export function HealthStrip({ connection, health }: HealthStripProps) {
  const t = useT();
  const now = useNow(TICK_MS);
  const share = uptime(health.cells);
  const inWords = ({ unit, count }: Span) => t(`common.span.${unit}`, { count });
  const ago = (iso: string | null | undefined) => {
    const span = spanSince(iso, now);
    return span && t('connections.ago', { span: inWords(span) });
  };
  const { lastEventAt, lastEventKind, reconnectsToday, lastReconnectAt, lastReconnectSeconds, waiting, oldestAt } =
    health;
  const isKnown = lastEventKind === 'message' || lastEventKind === 'receipt' || lastEventKind === 'status';
  return (
    <Root>
      <Cellular title={t('connections.health24.title')}>
        <dd>
          <HealthCells cells={health.cells} />
        </dd>
        <dd data-small>
          {share === null ? t('connections.health24.never') : t('connections.health24.share', { share })}
        </dd>
      </Cellular>
      <Cellular title={t('connections.event.title')}>
        <dd data-big>{lastEventAt ? formatTime(lastEventAt) : '—'}</dd>
        <dd data-small>
          {[ago(lastEventAt), isKnown && t(`connections.event.${lastEventKind}`)].filter(Boolean).join(' · ')}
        </dd>
      </Cellular>
      <Cellular title={t('connections.reconnects.title')}>
        <dd data-big data-many={reconnectsToday > USUAL_RECONNECTS || undefined}>
          {reconnectsToday}
        </dd>
        <dd data-small>
          {lastReconnectAt &&
            t('connections.reconnects.last', {
              time: formatTime(lastReconnectAt),
              span: inWords(spanOf(lastReconnectSeconds ?? 0)),
            })}
        </dd>
      </Cellular>
      <Cellular title={t('connections.lane.title')}>
        <dd data-big>
          {waiting === 0 ? t('connections.lane.empty') : t('connections.lane.waiting', { count: waiting })}
        </dd>
        <dd data-small>{oldestAt && t('connections.lane.oldest', { ago: ago(oldestAt) ?? '' })}</dd>
      </Cellular>
      {connection.downToldAt ? (
        <Cellular title={t('connections.notice.title')}>
          <dd data-big>{formatTime(connection.downToldAt)}</dd>
          <dd data-small>{health.mailedTo > 0 && t('connections.notice.mailed', { count: health.mailedTo })}</dd>
        </Cellular>
      ) : (
        <Cellular title={t(connection.downSince ? 'connections.downSince' : 'connections.upSince')}>
          <dd data-big>{formatDateTime(connection.downSince ?? connection.connectedSince) || '—'}</dd>
          <dd data-small>{ago(connection.downSince ?? connection.connectedSince)}</dd>
        </Cellular>
      )}
    </Root>
  );
}

function Cellular({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part>
      <dt>{title}</dt>
      {children}
    </Part>
  );
}
