import styled from 'styled-components';
import { thinned } from '@/lib/scale';
import { color } from '@/styles/tokens';
import { highest, linePath, type Values } from '../lines';

const WIDTH = 48;
const HEIGHT = 14;
const POINTS = 24;

const Drawing = styled.svg`
  flex: none;
  overflow: visible;
  fill: none;
  stroke: ${color.textMuted};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

/** The course of a value beside its number, for the eyes alone: the row opens what is said of it. */
export function Sparkline({ values }: { values: Values }) {
  const few = thinned(values, POINTS);
  return (
    <Drawing aria-hidden width={WIDTH} height={HEIGHT}>
      <path d={linePath(few, { width: WIDTH, height: HEIGHT, top: highest(few) })} />
    </Drawing>
  );
}
