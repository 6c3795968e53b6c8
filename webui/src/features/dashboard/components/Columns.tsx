import styled from 'styled-components';
import { useT } from '@/i18n';
import { labelEvery, scaleTop } from '@/lib/scale';
import { useIsNarrow } from '@/lib/useMedia';
import { color, font } from '@/styles/tokens';
import { Link } from '@/ui/Link';
import { Tooltip } from '@/ui/Tooltip';
import { ticketsOfDay, type Bar } from '../model';
import { useArrows } from '../useArrows';

/** Px of the bars' field; above it is room for a number, below it for the labels. */
const FIELD = 112;

const Chart = styled.div`
  position: relative;
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-template-rows: ${FIELD}px 18px;
  margin: 14px 0 0 30px;
`;

const Line = styled.span`
  position: absolute;
  right: 0;
  left: 0;
  border-top: 1px solid ${color.line};

  &::before {
    position: absolute;
    top: -8px;
    right: 100%;
    width: 26px;
    margin-right: 6px;
    color: ${color.textMuted};
    content: attr(data-value);
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
`;

const Stop = styled.span`
  position: relative;
  grid-row: 1;
  display: block;
  color: inherit;
  border-radius: 4px;

  &:hover i[data-now] {
    background: ${color.accentHover};
  }
`;

/** Both bars of a day, one behind the other. */
const Pair = styled.span`
  position: absolute;
  inset: 0 auto 0 50%;
  width: min(76%, 32px);
  transform: translateX(-50%);

  & > i {
    position: absolute;
    bottom: 0;
    width: 72%;
    border-radius: 3px 3px 0 0;
  }
  & > i[data-before] {
    right: 0;
    border: 1px solid ${color.lineStrong};
    border-bottom: 0;
  }
  & > i[data-now] {
    left: 0;
    background: ${color.accent};
  }
  & > b {
    position: absolute;
    left: 36%;
    margin-bottom: 2px;
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
    font-weight: ${font.semibold};
    line-height: 1;
    transform: translateX(-50%);
  }
`;

const Label = styled.span`
  grid-row: 2;
  padding-top: 5px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  text-align: center;
  white-space: nowrap;

  /* A label may be wider than its bar. */
  & > span {
    position: relative;
    left: 50%;
    display: block;
    width: max-content;
    transform: translateX(-50%);
  }
  &[data-last] {
    color: ${color.text};
    font-weight: ${font.semibold};
  }
`;

interface ColumnsProps {
  label: string;
  bars: readonly Bar[];
  /** The values of the period before, in the same order; null while they are not known. */
  before: readonly number[] | null;
  /** The bar that is still growing. */
  today: string;
}

/** Upright bars with those of the period before as outlines behind them; arrows move among them. */
export function Columns({ label, bars, before, today }: ColumnsProps) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const { root, onKeyDown, stopOf } = useArrows<HTMLDivElement>(bars.length);
  const top = scaleTop([...bars.map((bar) => bar.value), ...(before ?? [])]);
  const every = labelEvery(bars.length, isNarrow ? 5 : 8);
  const hasNumbers = bars.length <= (isNarrow ? 8 : 15);
  const part = (value: number) => `${((100 * value) / top).toFixed(2)}%`;
  return (
    <Chart ref={root} role="group" aria-label={label} onKeyDown={onKeyDown}>
      {[0, 2, 4].map((quarter) => (
        <Line key={quarter} aria-hidden data-value={(top / 4) * quarter} style={{ top: (FIELD * (4 - quarter)) / 4 }} />
      ))}
      {bars.map((bar, place) => {
        const old = before?.[place];
        const words = `${bar.name}: ${bar.value}`;
        const text = old === undefined ? words : `${words} · ${t('dashboard.chart.before', { count: old })}`;
        const pair = (
          <Pair>
            {old !== undefined && old > 0 && <i data-before style={{ height: part(old) }} />}
            {bar.value > 0 && <i data-now style={{ height: part(bar.value) }} />}
            {hasNumbers && bar.value > 0 && <b style={{ bottom: part(bar.value) }}>{bar.value}</b>}
          </Pair>
        );
        return (
          <Tooltip key={bar.name} text={text}>
            {bar.day === undefined ? (
              <Stop {...stopOf(place)} style={{ gridColumn: place + 1 }} role="img" aria-label={text}>
                {pair}
              </Stop>
            ) : (
              <Stop
                as={Link}
                {...{ to: ticketsOfDay(bar.day) }}
                {...stopOf(place)}
                style={{ gridColumn: place + 1 }}
                aria-label={text}
              >
                {pair}
              </Stop>
            )}
          </Tooltip>
        );
      })}
      {bars.map((bar, place) => (
        <Label
          key={bar.name}
          aria-hidden
          style={{ gridColumn: place + 1 }}
          data-last={(bar.day !== undefined && bar.day === today) || undefined}
        >
          {place % every === 0 && <span>{bar.label}</span>}
        </Label>
      ))}
    </Chart>
  );
}
