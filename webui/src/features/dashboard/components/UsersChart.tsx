import { useState } from 'react';
import styled from 'styled-components';
import type { TicketsUsers } from '@/api/types';
import { useT } from '@/i18n';
import { toWall } from '@/lib/dates';
import { scaleTop } from '@/lib/scale';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { useTicketsUsers } from '../api';
import { firstSpan, userBars, type Bar } from '../model';
import { ChartPanel } from './ChartPanel';
import { FiguresTable } from './FiguresTable';

/** Px of a row: a name above its bar. */
const ROW = 42;
/** The longest bar leaves room for its number, in percent. */
const LONGEST = 90;

/** Rows shown until all are asked for. */
const FIRST = 12;

const Drawing = styled.svg`
  width: 100%;

  & text {
    fill: ${color.text};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
  & .ground {
    fill: ${color.active};
  }
  & .bar {
    fill: ${color.accent};
  }
`;

function Rows({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const top = scaleTop(bars.map((bar) => bar.value));
  return (
    <Drawing role="img" aria-label={label} style={{ height: ROW * bars.length }}>
      {bars.map((bar, place) => {
        const y = ROW * place;
        return (
          // Two attendants may have the same name.
          // eslint-disable-next-line react/no-array-index-key
          <g key={place}>
            <text x="0" y={y + 14}>
              {bar.label}
            </text>
            <text x="100%" y={y + 30} textAnchor="end">
              {bar.value}
            </text>
            <rect className="ground" x="0" y={y + 21} width={`${LONGEST}%`} height={10} rx={5} />
            {bar.value > 0 && (
              <rect className="bar" x="0" y={y + 21} width={`${(LONGEST * bar.value) / top}%`} height={10} rx={5}>
                <title>{`${bar.name}: ${bar.value}`}</title>
              </rect>
            )}
          </g>
        );
      })}
    </Drawing>
  );
}

/** S027: how many conversations each attendant has ended. */
export function UsersChart() {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  const [span, setSpan] = useState(() => firstSpan(toWall(new Date())));
  const query = useTicketsUsers(span);
  const title = t('dashboard.chart.users');
  return (
    <ChartPanel<TicketsUsers>
      title={title}
      failure={t('dashboard.chart.usersFailed')}
      span={span}
      onSpan={setSpan}
      query={query}
      isEmpty={(figures) => figures.data.every((one) => one.quantidade === 0)}
    >
      {(figures) => {
        const bars = userBars(figures.data);
        const shown = isWhole ? bars : bars.slice(0, FIRST);
        return (
          <figure>
            <Rows bars={shown} label={title} />
            {shown.length < bars.length && (
              <Button variant="ghost" size="sm" onClick={() => setIsWhole(true)}>
                {t('dashboard.chart.all', { count: bars.length })}
              </Button>
            )}
            <FiguresTable
              caption={title}
              head={t('dashboard.head.name')}
              valueHead={t('dashboard.chart.amount')}
              bars={bars}
            />
          </figure>
        );
      }}
    </ChartPanel>
  );
}
