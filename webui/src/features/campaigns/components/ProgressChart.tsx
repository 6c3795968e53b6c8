import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatDate, formatDateTime, formatTime } from '@/lib/dates';
import { labelEvery, scaleTop } from '@/lib/scale';
import { useIsNarrow } from '@/lib/useMedia';
import { color, font } from '@/styles/tokens';
import { ChartDrawing, ChartScale, percent } from '@/ui/ChartScale';
import { ErrorState } from '@/ui/ErrorState';
import { progressOptions } from '../api';
import { courseOf, SERIES, type Course } from '../course';
import { Box } from './Box';
import { INKS } from './inks';

/** Height of the bars' field in px; what is below is for the times. */
const FIELD = 140;
const ABOVE = 8;
const BELOW = 24;
/** The scale's numbers take this much of the width, in percent. */
const LEFT = 6;
/** What bars leave free between two hours, as a part of their step. */
const GAP = 0.24;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px 14px;
  align-items: center;
  justify-content: space-between;

  & > h2 {
    font-size: ${font.md};
  }
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > li::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 6px;
    border-radius: 2px;
    background: var(--q);
  }
`;

function Columns({ course, labelOf }: { course: Course; labelOf: (at: string) => string }) {
  const isNarrow = useIsNarrow();
  const { bars } = course;
  const top = scaleTop(bars.flatMap((bar) => SERIES.map((series) => bar[series])));
  // few hours need not stretch over the whole width
  const step = (100 - LEFT) / Math.max(bars.length, 6);
  const width = (step * (1 - GAP)) / SERIES.length;
  const every = labelEvery(bars.length, isNarrow ? 5 : 12);
  const y = (value: number) => ABOVE + FIELD * (1 - value / top);
  return (
    <ChartDrawing aria-hidden height={ABOVE + FIELD + BELOW}>
      <ChartScale top={top} left={LEFT} gap={1.2} y={y} />
      {bars.map((bar, place) => (
        <g key={bar.at}>
          {SERIES.map(
            (series, column) =>
              bar[series] > 0 && (
                <rect
                  key={series}
                  x={percent(LEFT + step * (place + GAP / 2) + width * column)}
                  width={percent(width * 0.86)}
                  y={y(bar[series])}
                  height={(FIELD * bar[series]) / top}
                  rx={2}
                  fill={INKS[series]}
                >
                  <title>{`${labelOf(bar.at)}: ${bar[series]}`}</title>
                </rect>
              ),
          )}
          {place % every === 0 && (
            <text x={percent(LEFT + step * (place + 0.5))} y={ABOVE + FIELD + 18} textAnchor="middle">
              {labelOf(bar.at)}
            </text>
          )}
        </g>
      ))}
    </ChartDrawing>
  );
}

/** What happened by the hour, or by the day where it took longer; the same in words for those who do not see it. */
export function ProgressChart({ id }: { id: number }) {
  const t = useT();
  const { data: points, error, refetch } = useQuery(progressOptions(id));
  if (error && !points) {
    return (
      <Box aria-label={t('campaigns.course.hour')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (!points || points.length === 0) return null;
  const course = courseOf(points);
  const isByHour = course.unit === 'hour';
  const title = t(`campaigns.course.${course.unit}`);
  const labelOf = (at: string) => (isByHour ? formatTime(at) : formatDate(at).slice(0, 5));
  return (
    <Box aria-label={title}>
      <Head>
        <h2>{title}</h2>
        <Legend>
          {SERIES.map((series) => (
            <li key={series} style={cssVars({ '--q': INKS[series] })}>
              {t(`campaigns.state.${series}`)}
            </li>
          ))}
        </Legend>
      </Head>
      <Columns course={course} labelOf={labelOf} />
      <table className="visually-hidden">
        <caption>{title}</caption>
        <tbody>
          {course.bars.map((bar) => (
            <tr key={bar.at}>
              <th scope="row">{isByHour ? formatDateTime(bar.at) : formatDate(bar.at)}</th>
              {SERIES.map((series) => (
                <td key={series}>
                  {t(`campaigns.state.${series}`)}: {bar[series]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
