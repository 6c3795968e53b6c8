import styled from 'styled-components';
import { thinned } from '@/lib/scale';
import { color } from '@/styles/tokens';

const WIDTH = 56;
const HEIGHT = 26;
/** Room for the dot at the end. */
const EDGE = 3;
/** More points than these are a smear. */
const POINTS = 18;

const Drawing = styled.svg`
  flex: none;
  width: ${WIDTH}px;
  height: ${HEIGHT}px;
  overflow: visible;

  & .line {
    fill: none;
    stroke: ${color.accent};
    stroke-linejoin: round;
    stroke-width: 1.5;
  }
  & .ground {
    fill: ${color.accentSoft};
  }
  & circle {
    fill: ${color.accent};
  }
`;

/** The days of a figure in small; days without one are passed over. The figure itself stands beside it. */
export function Sparkline({ values: all }: { values: readonly (number | null)[] }) {
  const values = thinned(all, POINTS);
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  if (known.length < 2) return null;
  const most = Math.max(...known.map(({ value }) => value));
  const least = Math.min(...known.map(({ value }) => value));
  const points = known.map(({ value, place }) => ({
    x: (place / (values.length - 1)) * (WIDTH - EDGE),
    y: most === least ? HEIGHT / 2 : EDGE + (1 - (value - least) / (most - least)) * (HEIGHT - 2 * EDGE),
  }));
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <Drawing aria-hidden>
      <polygon className="ground" points={`${first.x},${HEIGHT} ${line} ${last.x},${HEIGHT}`} />
      <polyline className="line" points={line} />
      <circle cx={last.x} cy={last.y} r={2} />
    </Drawing>
  );
}
