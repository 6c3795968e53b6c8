import { useState } from 'react';
import styled from 'styled-components';
import type { TicketsDay } from '@/api/types';
import { useT } from '@/i18n';
import { toWall } from '@/lib/dates';
import { labelEvery, scaleTop } from '@/lib/scale';
import { useIsNarrow } from '@/lib/useMedia';
import { color, font } from '@/styles/tokens';
import { ChartDrawing, ChartScale, percent } from '@/ui/ChartScale';
import { useTicketsDay } from '../api';
import { firstSpan, timeBars, type Bar } from '../model';
import { ChartPanel } from './ChartPanel';
import { FiguresTable } from './FiguresTable';

/** Height of the bars' field in px; what is above and below is for the words. */
const FIELD = 190;
const ABOVE = 16;
const BELOW = 24;
/** The scale's numbers take this much of the width, in percent. */
const LEFT = 7;

const Drawing = styled(ChartDrawing)`
  & rect {
    fill: ${color.accent};
  }
  & rect:hover {
    fill: ${color.accentHover};
  }
`;
const Total = styled.p`
  margin-top: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

function Columns({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const isNarrow = useIsNarrow();
  const top = scaleTop(bars.map((bar) => bar.value));
  const step = (100 - LEFT) / bars.length;
  const every = labelEvery(bars.length, isNarrow ? 6 : 12);
  const y = (value: number) => ABOVE + FIELD * (1 - value / top);
  return (
    <Drawing role="img" aria-label={label} height={ABOVE + FIELD + BELOW}>
      <ChartScale top={top} left={LEFT} gap={1.5} y={y} />
      {bars.map((bar, place) => {
        const left = LEFT + step * place;
        return (
          <g key={bar.name}>
            {bar.value > 0 && (
              <rect
                x={percent(left + step * 0.18)}
                width={percent(step * 0.64)}
                y={y(bar.value)}
                height={(FIELD * bar.value) / top}
                rx={3}
              >
                <title>{`${bar.name}: ${bar.value}`}</title>
              </rect>
            )}
            {place % every === 0 && (
              <text x={percent(left + step / 2)} y={ABOVE + FIELD + 18} textAnchor="middle">
                {bar.label}
              </text>
            )}
          </g>
        );
      })}
    </Drawing>
  );
}

/** S027: how many conversations began, by day or by hour of the only day. */
export function DaysChart() {
  const t = useT();
  const [span, setSpan] = useState(() => firstSpan(toWall(new Date())));
  const query = useTicketsDay(span);
  const title = t('dashboard.chart.days');
  return (
    <ChartPanel<TicketsDay>
      title={title}
      failure={t('dashboard.chart.daysFailed')}
      span={span}
      onSpan={setSpan}
      query={query}
      isEmpty={(figures) => figures.count === 0}
    >
      {(figures) => {
        const bars = timeBars(figures.data);
        return (
          <figure>
            <Columns bars={bars} label={title} />
            <Total>{t('dashboard.chart.total', { count: figures.count })}</Total>
            <FiguresTable
              caption={title}
              head={t('dashboard.chart.time')}
              valueHead={t('dashboard.chart.amount')}
              bars={bars}
            />
          </figure>
        );
      }}
    </ChartPanel>
  );
}
