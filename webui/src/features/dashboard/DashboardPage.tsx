import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { toWall } from '@/lib/dates';
import { media } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { toast } from '@/ui/toast';
import { useDashboard } from './api';
import { AttendantTable } from './components/AttendantTable';
import { CounterCards } from './components/CounterCards';
import { DashboardSkeleton } from './components/DashboardSkeleton';
import { DaysChart } from './components/DaysChart';
import { FilterBar } from './components/FilterBar';
import { TimesPanel } from './components/TimesPanel';
import { UsersChart } from './components/UsersChart';
import { firstFilter, toQuery, type DashboardQuery, type FilterForm } from './model';

const Column = styled.div`
  display: grid;
  gap: 16px;
  max-width: 1280px;
`;

const Figures = styled.div`
  display: grid;
  gap: 16px;

  &[aria-busy='true'] {
    opacity: 0.6;
  }
`;

const Charts = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** S024-S027: how the company, or a supervisor's queues, did in a period. */
export default function DashboardPage() {
  const t = useT();
  const [first] = useState(() => firstFilter(toWall(new Date())));
  const [asked, setAsked] = useState<DashboardQuery>(() => toQuery(first) ?? {});
  const query = useDashboard(asked);

  const handleFilter = (form: FilterForm) => {
    const next = toQuery(form);
    if (next === null) {
      toast.error(t('dashboard.noFilter'));
      return;
    }
    if (JSON.stringify(next) === JSON.stringify(asked)) void query.refetch();
    else setAsked(next);
  };

  return (
    <PageFrame title={t('dashboard.title')} note={t('dashboard.subtitle')} hasPanels>
      <Column>
        <FilterBar first={first} isBusy={query.isFetching} onFilter={handleFilter} />
        {query.isPending && <DashboardSkeleton />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && (
          <Figures aria-busy={query.isPlaceholderData}>
            <CounterCards counters={query.data.counters} />
            <AttendantTable attendants={query.data.attendants} />
          </Figures>
        )}
        <TimesPanel asked={asked} />
        <Charts>
          <UsersChart />
          <DaysChart />
        </Charts>
      </Column>
    </PageFrame>
  );
}
