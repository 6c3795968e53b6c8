import Info from 'lucide-react/icons/info';
import styled from 'styled-components';
import type { DashboardCourse, FirstAnswer } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font } from '@/styles/tokens';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Tooltip } from '@/ui/Tooltip';
import type { useCourse } from '../api';
import { deltaOf, formatExactly, sharesOf, signed } from '../model';
import { DeltaText } from './DeltaText';
import { FiguresTable } from './FiguresTable';
import { Loaded } from './Loaded';
import { Track } from './ShareBars';

const RANGES = ['minute', 'five', 'quarter', 'hour', 'more'] as const;

const Pair = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;
  margin: 0 0 14px;

  & dt {
    display: flex;
    flex-wrap: wrap;
    gap: 0 5px;
    color: ${color.textMuted};
    font-size: ${font.xs};
  }
  & dd {
    margin: 0;
    font-size: 1.125rem;
    font-variant-numeric: tabular-nums;
    font-weight: ${font.semibold};
    letter-spacing: -0.02em;
  }
`;

const Rows = styled.ul`
  display: grid;
  gap: 7px;
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;

  & > li {
    display: grid;
    grid-template-columns: 84px minmax(0, 1fr) 34px;
    align-items: center;
    gap: 6px;
  }
  & > li > span:first-child {
    color: ${color.textMuted};
    white-space: nowrap;
  }
  & > li > b {
    font-weight: ${font.medium};
    text-align: right;
  }
`;

const Mark = styled.span`
  display: grid;

  & > svg {
    width: 16px;
    height: 16px;
  }
`;

function Time({ name, now, before }: { name: string; now: number | null; before: number | null | undefined }) {
  const isCompared = now !== null && before !== null && before !== undefined;
  const delta = isCompared ? deltaOf(now, before, 'less') : null;
  return (
    <div>
      <dt>
        {name}
        {delta && (
          <DeltaText delta={delta} text={signed(delta.difference, formatExactly(Math.abs(delta.difference)))} />
        )}
      </dt>
      <dd>{formatExactly(now)}</dd>
    </div>
  );
}

function Spread({ within }: { within: readonly number[] }) {
  const t = useT();
  const most = Math.max(1, ...within);
  const shares = sharesOf(within);
  return (
    <Rows>
      {RANGES.map((range, place) => (
        <li key={range}>
          <span>{t(`dashboard.answer.${range}`)}</span>
          <Track style={cssVars({ '--part': `${(100 * (within[place] ?? 0)) / most}%` })}>
            <i />
          </Track>
          <b>{shares[place] ?? 0}%</b>
        </li>
      ))}
    </Rows>
  );
}

interface FirstAnswerPanelProps {
  query: ReturnType<typeof useCourse>;
  /** Of the period before, when it is known. */
  before: FirstAnswer | undefined;
}

/** How long customers waited for a person's first answer. */
export function FirstAnswerPanel({ query, before }: FirstAnswerPanelProps) {
  const t = useT();
  const title = t('dashboard.answer.title');
  const hint = t('dashboard.answer.hint');
  return (
    <FiguresPanel
      title={title}
      area="first"
      aside={
        <Tooltip text={hint}>
          <Mark role="img" aria-label={hint}>
            <Info aria-hidden />
          </Mark>
        </Tooltip>
      }
    >
      <Loaded<DashboardCourse> query={query} lines={6} isEmpty={({ firstAnswer }) => firstAnswer.answers === 0}>
        {({ firstAnswer }) => (
          <figure>
            <Pair>
              <Time name={t('dashboard.answer.median')} now={firstAnswer.median} before={before?.median} />
              <Time name={t('dashboard.times.ninth')} now={firstAnswer.ninth} before={before?.ninth} />
            </Pair>
            <Spread within={firstAnswer.within} />
            <FiguresTable
              caption={title}
              head={t('dashboard.answer.time')}
              valueHead={t('dashboard.chart.amount')}
              bars={RANGES.map((range, place) => {
                const name = t(`dashboard.answer.${range}`);
                return { label: name, name, value: firstAnswer.within[place] ?? 0 };
              })}
            />
          </figure>
        )}
      </Loaded>
    </FiguresPanel>
  );
}
