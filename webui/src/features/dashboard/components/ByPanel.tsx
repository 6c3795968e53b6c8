import { useState } from 'react';
import { useT } from '@/i18n';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Tabs } from '@/ui/Tabs';
import { useTicketsUsers, useTimes } from '../api';
import { ticketsOf, userBars, type ChartSpan, type DashboardQuery, type QueuesQuery } from '../model';
import { filterBy, useChartSpan, useFailureNotice } from '../useChartSpan';
import { FiguresTable } from './FiguresTable';
import { Loaded } from './Loaded';
import { ShareBars } from './ShareBars';
import { SpanButton } from './SpanButton';

type By = 'queue' | 'attendant';

function QueueShares({ asked }: { asked: DashboardQuery }) {
  const t = useT();
  const query = useTimes(asked, 'queue');
  return (
    <Loaded query={query} isEmpty={({ data }) => data.every(({ tickets }) => tickets === 0)}>
      {({ data }) => {
        const rows = data.map((row) => ({
          key: row.id ?? 0,
          name: row.name ?? t(row.id === null ? 'dashboard.times.none.queue' : 'dashboard.times.gone'),
          value: row.tickets,
          color: row.color,
          to: ticketsOf('queue', row),
        }));
        return (
          <figure>
            <ShareBars rows={rows} />
            <FiguresTable
              caption={t('dashboard.chart.queues')}
              head={t('dashboard.times.by.queue')}
              valueHead={t('dashboard.chart.amount')}
              bars={rows.map(({ name, value }) => ({ label: name, name, value }))}
            />
          </figure>
        );
      }}
    </Loaded>
  );
}

interface UserSharesProps {
  span: ChartSpan;
  queues: QueuesQuery;
}

/** S027: how many conversations each attendant has ended. */
function UserShares({ span, queues }: UserSharesProps) {
  const t = useT();
  const query = useTicketsUsers(span, queues);
  const failure = t('dashboard.chart.usersFailed');
  useFailureNotice(query, failure);
  return (
    <Loaded query={query} failure={failure} isEmpty={({ data }) => data.every((one) => one.quantidade === 0)}>
      {({ data }) => {
        const bars = userBars(data);
        return (
          <figure>
            {/* two attendants may have the same name */}
            <ShareBars rows={bars.map(({ name, value }, place) => ({ key: place, name, value }))} />
            <FiguresTable
              caption={t('dashboard.chart.users')}
              head={t('dashboard.head.name')}
              valueHead={t('dashboard.chart.amount')}
              bars={bars}
            />
          </figure>
        );
      }}
    </Loaded>
  );
}

interface UsersDatesProps extends UserSharesProps {
  onSpan: (span: ChartSpan) => void;
}

/** S027: the dates of the chart of attendants. */
function UsersDates({ span, queues, onSpan }: UsersDatesProps) {
  const t = useT();
  const query = useTicketsUsers(span, queues);
  return (
    <SpanButton
      title={t('dashboard.chart.users')}
      span={span}
      isBusy={query.isFetching}
      onFilter={filterBy(span, query, onSpan)}
    />
  );
}

interface ByPanelProps {
  asked: DashboardQuery;
  queues: QueuesQuery;
  pageSpan: ChartSpan;
}

/** Whose the conversations were: of which queue, or of which attendant. */
export function ByPanel({ asked, queues, pageSpan }: ByPanelProps) {
  const t = useT();
  const [by, setBy] = useState<By>('queue');
  const { span, setSpan } = useChartSpan(pageSpan);
  const tabs = (
    <Tabs<By>
      label={t('dashboard.chart.by')}
      look="segmented"
      items={[
        { id: 'queue', label: t('dashboard.times.by.queue') },
        { id: 'attendant', label: t('dashboard.times.by.attendant') },
      ]}
      selected={by}
      onSelect={setBy}
    />
  );
  const isByUser = by === 'attendant';
  // one panel for both, so that the tab which was pressed keeps the focus
  return (
    <FiguresPanel
      title={t('dashboard.chart.by')}
      label={t(isByUser ? 'dashboard.chart.users' : 'dashboard.chart.queues')}
      area="by"
      aside={
        <>
          {isByUser && <UsersDates span={span} queues={queues} onSpan={setSpan} />}
          {tabs}
        </>
      }
    >
      {isByUser ? <UserShares span={span} queues={queues} /> : <QueueShares asked={asked} />}
    </FiguresPanel>
  );
}
