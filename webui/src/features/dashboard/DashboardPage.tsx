import Download from 'lucide-react/icons/download';
import styled from 'styled-components';
import { useSearchParams } from 'react-router';
import type { Dashboard } from '@/api/types';
import { useT } from '@/i18n';
import { fieldOfDay, toWall } from '@/lib/dates';
import { saveTable } from '@/lib/saveAs';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { useIsNarrow } from '@/lib/useMedia';
import { useLocale } from '@/state/locale';
import { media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { PageFrame } from '@/ui/PageFrame';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { useCourse, useDashboard, usePreviousDashboard, useTimes } from './api';
import { AttendantTable, OnlineCount } from './components/AttendantTable';
import { ByPanel } from './components/ByPanel';
import { CardList, CounterCards } from './components/CounterCards';
import { DaysChart } from './components/DaysChart';
import { FirstAnswerPanel } from './components/FirstAnswerPanel';
import { HeatPanel } from './components/HeatPanel';
import { Loaded } from './components/Loaded';
import { NowPanel } from './components/NowPanel';
import { PeriodControl } from './components/PeriodControl';
import { QueuesControl } from './components/QueuesControl';
import { TimesPanel } from './components/TimesPanel';
import { CARDS, courseTable, toQuery, toQueuesQuery, type DashboardQuery } from './model';
import {
  chartSpanOf,
  previousSpan,
  queryOf,
  readChoice,
  spanOf,
  spanText,
  writeChoice,
  type PageChoice,
} from './period';

const Column = styled.div`
  display: grid;
  gap: 12px;
  max-width: 1180px;
`;

const Tools = styled.div`
  display: flex;
  gap: 8px;

  @media ${media.sm} {
    width: min(400px, calc(100vw - 28px));
  }
`;

const Panels = styled.div`
  display: grid;
  grid-template: 'days by now' auto 'people first now' auto 'heat heat now' 1fr / minmax(0, 1.66fr) minmax(
      0,
      1fr
    ) minmax(0, 1.25fr);
  gap: 12px;

  @media (max-width: 1279.98px) {
    grid-template: 'days now' auto 'by now' auto 'first now' auto 'people people' auto 'heat heat' auto / minmax(
        0,
        1.3fr
      ) minmax(0, 1fr);
  }
  @media ${media.md} {
    grid-template: 'now' auto 'days' auto 'by' auto 'people' auto 'first' auto 'heat' auto / minmax(0, 1fr);
  }
`;

/** What the address says: the period and what it means today, and the queues. */
function usePageChoice() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const today = fieldOfDay(toWall(new Date(useNow(MINUTE_MS))));
  const choice = readChoice(params);
  const { form, isCompared } = choice;
  const span = spanOf(form, today);
  const queues = toQueuesQuery(choice.queues);
  const asked: DashboardQuery = { ...(span ? queryOf(span) : (toQuery(form) ?? {})), ...queues };
  const before = isCompared ? span && previousSpan(span) : null;
  /** S078: false when nothing is asked for. */
  const filter = (part: Partial<PageChoice>, again: () => void): boolean => {
    const next = { ...choice, ...part };
    if (toQuery(next.form) === null) {
      toast.error(t('dashboard.noFilter'));
      return false;
    }
    const written = writeChoice(next);
    if (written.toString() === writeChoice(choice).toString()) again();
    else setParams(written);
    return true;
  };
  return {
    today,
    form,
    span,
    isCompared,
    asked,
    before,
    askedBefore: before && { ...queryOf(before), ...queues },
    queues,
    chosenQueues: choice.queues,
    chartSpan: chartSpanOf(span, form.until || today),
    filter,
  };
}

function CardsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <CardList as="div" aria-hidden>
        {CARDS.map(({ id }) => (
          <Skeleton key={id} height={92} />
        ))}
      </CardList>
    </div>
  );
}

interface PeoplePanelProps {
  query: ReturnType<typeof useDashboard>;
  asked: DashboardQuery;
}

function PeoplePanel({ query, asked }: PeoplePanelProps) {
  const t = useT();
  const times = useTimes(asked, 'attendant');
  const rows = times.isError ? [] : (times.data?.data ?? []);
  const answers = new Map(rows.flatMap(({ id, answerMedian }) => (id === null ? [] : [[id, answerMedian] as const])));
  return (
    <FiguresPanel
      title={t('dashboard.attendants')}
      area="people"
      aside={query.data && !query.isError && <OnlineCount attendants={query.data.attendants} />}
    >
      <Loaded<Dashboard> query={query} lines={6}>
        {({ attendants }) => <AttendantTable attendants={attendants} answers={answers} />}
      </Loaded>
    </FiguresPanel>
  );
}

/** The days of the period as a file. */
function ExportButton({ course }: { course: ReturnType<typeof useCourse> }) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const days = course.isError || course.isPlaceholderData ? undefined : course.data?.days;
  const handleClick = () => {
    if (!days) return;
    const averages = (['support', 'wait'] as const).map((id) => `${t(`dashboard.card.${id}`)} (min)`);
    const heads = [
      t('dashboard.chart.day'),
      t('dashboard.chart.amount'),
      t('dashboard.card.finished'),
      t('dashboard.card.leads'),
      ...averages,
    ];
    saveTable('dashboard.csv', courseTable(heads, days));
  };
  return (
    <Button
      variant="secondary"
      icon={<Download />}
      aria-label={t('dashboard.times.export')}
      disabled={!days}
      onClick={handleClick}
    >
      {!isNarrow && t('dashboard.times.export')}
    </Button>
  );
}

/** S024-S027: how the company, or a supervisor's queues, did in a period, and how it stands now. */
export default function DashboardPage() {
  const t = useT();
  const locale = useLocale();
  const { today, form, span, isCompared, asked, before, askedBefore, queues, chosenQueues, chartSpan, filter } =
    usePageChoice();
  const query = useDashboard(asked);
  const previous = usePreviousDashboard(askedBefore);
  const course = useCourse(asked);
  const earlier = useCourse(askedBefore);
  const isStale = query.isPlaceholderData;
  const handleFilter = (part: Partial<PageChoice>) =>
    filter(part, () => void Promise.all([query.refetch(), course.refetch()]));
  return (
    <PageFrame
      title={t('dashboard.title')}
      note={
        before === null
          ? t('dashboard.subtitle')
          : t('dashboard.compared', { dates: spanText(before, today, locale, 'long') })
      }
      tools={
        <Tools>
          <QueuesControl chosen={chosenQueues} onChange={(next) => handleFilter({ queues: next })} />
          <PeriodControl
            form={form}
            span={span}
            isCompared={isCompared}
            today={today}
            isBusy={query.isFetching}
            onFilter={(next, compares) => handleFilter({ form: next, isCompared: compares })}
          />
          <ExportButton course={course} />
        </Tools>
      }
      hasPanels
    >
      <Column>
        {query.isPending && <CardsSkeleton />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && (
          <CounterCards
            counters={query.data.counters}
            previous={isStale || before === null ? undefined : previous.data?.counters}
            days={course.isError || course.isPlaceholderData ? undefined : course.data?.days}
            isBusy={isStale}
            queues={queues}
          />
        )}
        <Panels>
          <NowPanel queues={queues} />
          <DaysChart
            pageSpan={chartSpan}
            queues={queues}
            isCompared={isCompared}
            today={today}
            onWiden={(days) => handleFilter({ form: { type: 'period', from: '', until: '', days } })}
          />
          <ByPanel asked={asked} queues={queues} pageSpan={chartSpan} />
          <PeoplePanel query={query} asked={asked} />
          <FirstAnswerPanel
            query={course}
            before={
              before === null || earlier.isPlaceholderData || course.isPlaceholderData
                ? undefined
                : earlier.data?.firstAnswer
            }
          />
          <HeatPanel query={course} />
        </Panels>
        <TimesPanel asked={asked} />
      </Column>
    </PageFrame>
  );
}
