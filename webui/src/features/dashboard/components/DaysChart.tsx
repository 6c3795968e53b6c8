import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatWall, parseDate } from '@/lib/dates';
import { useLocale } from '@/state/locale';
import { color } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { useTicketsDay } from '../api';
import { PERIODS, timeBars, type Bar, type ChartSpan, type QueuesQuery } from '../model';
import { chartSpanOf, daysIn, previousSpan } from '../period';
import { filterBy, useChartSpan, useFailureNotice } from '../useChartSpan';
import { Columns } from './Columns';
import { FiguresTable } from './FiguresTable';
import { Loaded } from './Loaded';
import { SpanButton } from './SpanButton';

const Key = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  margin-right: 6px;
  white-space: nowrap;

  &::before {
    width: 9px;
    height: 9px;
    border: 1px solid ${color.accent};
    border-radius: 2px;
    background: ${color.accent};
    content: '';
  }
  &[data-before]::before {
    border-color: ${color.textSubtle};
    background: none;
  }
`;

/** As many days as a week has are named by their weekday. */
const WEEK = 7;

function useNamedBars(bars: readonly Bar[]): readonly Bar[] {
  const locale = useLocale();
  if (bars.length > WEEK) return bars;
  return bars.map((bar) => {
    const wall = parseDate(bar.day);
    if (!wall) return bar;
    const weekday = formatWall(wall, locale, { weekday: 'short' }).replace('.', '');
    return { ...bar, label: `${weekday} ${wall.getDate()}`, name: `${weekday}, ${bar.name}` };
  });
}

interface DaysChartProps {
  /** The page's dates. */
  pageSpan: ChartSpan;
  queues: QueuesQuery;
  /** Whether the bars of the period before stand behind its own. */
  isCompared: boolean;
  today: string;
  /** Shows the page for so many days. */
  onWiden: (days: number) => void;
}

/** S027: how many conversations began, by day or by hour of the only day. */
export function DaysChart({ pageSpan, queues, isCompared, today, onWiden }: DaysChartProps) {
  const t = useT();
  const { span, setSpan } = useChartSpan(pageSpan);
  const days = { from: span.initialDate, until: span.finalDate };
  const query = useTicketsDay(span, queues);
  const earlier = useTicketsDay(chartSpanOf(previousSpan(days), today), queues, isCompared);
  const title = t('dashboard.chart.days');
  const failure = t('dashboard.chart.daysFailed');
  useFailureNotice(query, failure);
  const bars = useNamedBars(timeBars(query.data?.data ?? []));
  const isOld = !isCompared || query.isPlaceholderData || earlier.isPlaceholderData || earlier.isError || !earlier.data;
  const before = isOld ? null : earlier.data.data.map(({ total }) => total);
  const wider = PERIODS.find((period) => period > daysIn(days));
  return (
    <FiguresPanel
      title={title}
      area="days"
      note={query.data && !query.isError && t('dashboard.chart.inPeriod', { count: query.data.count })}
      aside={
        <>
          <Key>{t('dashboard.chart.this')}</Key>
          {isCompared && <Key data-before>{t('dashboard.chart.previous')}</Key>}
          <SpanButton title={title} span={span} isBusy={query.isFetching} onFilter={filterBy(span, query, setSpan)} />
        </>
      }
    >
      <Loaded
        query={query}
        failure={failure}
        isEmpty={(figures) => figures.count === 0}
        emptyAction={
          wider !== undefined && (
            <Button variant="secondary" size="sm" onClick={() => onWiden(wider)}>
              {t('dashboard.widen', { days: wider })}
            </Button>
          )
        }
      >
        {() => (
          <figure>
            <Columns label={title} bars={bars} before={before} today={today} />
            <FiguresTable
              caption={title}
              head={t('dashboard.chart.time')}
              valueHead={t('dashboard.chart.amount')}
              bars={bars}
            />
          </figure>
        )}
      </Loaded>
    </FiguresPanel>
  );
}
