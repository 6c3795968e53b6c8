import { useState } from 'react';
import { useT } from '@/i18n';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Tabs } from '@/ui/Tabs';
import { useTicketsUsers, useTimes } from '../api';
import { ticketsOf, userBars, type ChartSpan, type DashboardQuery } from '../model';
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

function UserShares({ query }: { query: ReturnType<typeof useTicketsUsers> }) {
  const t = useT();
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

interface UsersPanelProps {
  pageSpan: ChartSpan;
  tabs: React.ReactNode;
}

/** S027: how many conversations each attendant has ended. */
function UsersPanel({ pageSpan, tabs }: UsersPanelProps) {
  const t = useT();
  const { span, setSpan } = useChartSpan(pageSpan);
  const query = useTicketsUsers(span);
  const label = t('dashboard.chart.users');
  return (
    <FiguresPanel
      title={t('dashboard.chart.by')}
      label={label}
      area="by"
      aside={
        <>
          <SpanButton title={label} span={span} isBusy={query.isFetching} onFilter={filterBy(span, query, setSpan)} />
          {tabs}
        </>
      }
    >
      <UserShares query={query} />
    </FiguresPanel>
  );
}

interface ByPanelProps {
  asked: DashboardQuery;
  pageSpan: ChartSpan;
}

/** Whose the conversations were: of which queue, or of which attendant. */
export function ByPanel({ asked, pageSpan }: ByPanelProps) {
  const t = useT();
  const [by, setBy] = useState<By>('queue');
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
  if (by === 'attendant') return <UsersPanel pageSpan={pageSpan} tabs={tabs} />;
  return (
    <FiguresPanel title={t('dashboard.chart.by')} label={t('dashboard.chart.queues')} area="by" aside={tabs}>
      <QueueShares asked={asked} />
    </FiguresPanel>
  );
}
