import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

const QUARTERS = [0, 1, 2, 3, 4] as const;

export const percent = (value: number) => `${value.toFixed(3)}%`;

/** What upright bars are drawn on; its height is given with it. */
export const ChartDrawing = styled.svg`
  width: 100%;
  overflow: visible;

  & text {
    fill: ${color.textMuted};
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
  }
  & line {
    stroke: ${color.line};
  }
`;

interface ChartScaleProps {
  /** The value of the highest line. */
  top: number;
  /** Where the bars begin, in percent of the width. */
  left: number;
  /** Room between a number and its line, in percent. */
  gap: number;
  /** Where a value lies, in px from above. */
  y: (value: number) => number;
}

/** Lines at each quarter of a chart, with their numbers. */
export function ChartScale({ top, left, gap, y }: ChartScaleProps) {
  return QUARTERS.map((quarter) => {
    const value = (top / 4) * quarter;
    return (
      <g key={quarter}>
        <line x1={percent(left)} x2="100%" y1={y(value)} y2={y(value)} />
        <text x={percent(left - gap)} y={y(value) + 4} textAnchor="end">
          {value}
        </text>
      </g>
    );
  });
}
