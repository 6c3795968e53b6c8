import styled from 'styled-components';
import type { HealthCell } from '@/api/types';
import { useT, type Translate } from '@/i18n';
import { formatTime } from '@/lib/dates';
import { spanOf } from '@/lib/span';
import { color } from '@/styles/tokens';
import { cellTone, uptime } from '../cells';
import { reasonText } from '../reason';

const Row = styled.span`
  display: flex;
  gap: 2px;
  height: 14px;
`;

const Cell = styled.span`
  flex: 1;
  min-width: 4px;
  border-radius: 2px;
  background: color-mix(in srgb, ${color.success} 62%, ${color.surface});

  &[data-tone='shaky'] {
    background: ${color.warning};
  }
  &[data-tone='down'] {
    background: ${color.danger};
  }
  &[data-tone='off'] {
    background: ${color.active};
  }
`;

function titleOf(t: Translate, cell: HealthCell): string {
  const time = formatTime(cell.from);
  const tone = cellTone(cell);
  if (tone === 'up' || tone === 'off') return t(`connections.cell.${tone}`, { time });
  const { unit, count } = spanOf(cell.downSeconds);
  const span = t(`common.span.${unit}`, { count });
  return t('connections.cell.down', { time, span, reason: reasonText(t, cell.reason) ?? '' });
}

/** The last 24 hours, the newest on the right; each says on hover why it is not green. */
export function HealthCells({ cells }: { cells: readonly HealthCell[] }) {
  const t = useT();
  const share = uptime(cells);
  const said = share === null ? t('connections.health24.never') : t('connections.health24.share', { share });
  return (
    <Row role="img" aria-label={`${t('connections.health24.title')}: ${said}`}>
      {cells.map((cell) => (
        <Cell key={cell.from} data-tone={cellTone(cell)} title={titleOf(t, cell)} />
      ))}
    </Row>
  );
}
