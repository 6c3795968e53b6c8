import type { UseQueryResult } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import CloudAlert from 'lucide-react/icons/cloud-exclamation-point';
import { useEffect, type ReactNode } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import type { ChartSpan } from '../model';
import { Panel } from './Panel';
import { SpanForm } from './SpanForm';

const Busy = styled.div`
  &[aria-busy='true'] {
    opacity: 0.6;
  }
`;

interface ChartPanelProps<T> {
  title: string;
  /** S131: what is said when the figures cannot be had. */
  failure: string;
  span: ChartSpan;
  onSpan: (span: ChartSpan) => void;
  query: UseQueryResult<T>;
  isEmpty: (figures: T) => boolean;
  children: (figures: T) => ReactNode;
}

/** A chart with its own dates and its own states. */
export function ChartPanel<T>({ title, failure, span, onSpan, query, isEmpty, children }: ChartPanelProps<T>) {
  const t = useT();

  // Tells whoever looks elsewhere on the page, each time that asking has failed.
  useEffect(() => {
    if (query.errorUpdateCount > 0) toast.error(failure);
  }, [failure, query.errorUpdateCount]);

  const handleFilter = (next: ChartSpan) => {
    if (next.initialDate === span.initialDate && next.finalDate === span.finalDate) void query.refetch();
    else onSpan(next);
  };

  return (
    <Panel title={title}>
      <SpanForm first={span} isBusy={query.isFetching} onFilter={handleFilter} />
      {query.isPending && (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={220} />
        </div>
      )}
      {query.isError && (
        <EmptyState
          role="alert"
          icon={<CloudAlert />}
          title={failure}
          text={errorText(query.error)}
          action={
            <Button variant="secondary" onClick={() => void query.refetch()}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {query.isSuccess && (
        <Busy aria-busy={query.isPlaceholderData}>
          {isEmpty(query.data) ? (
            <EmptyState
              icon={<ChartColumn />}
              title={t('dashboard.chart.empty')}
              text={t('dashboard.chart.emptyText')}
            />
          ) : (
            children(query.data)
          )}
        </Busy>
      )}
    </Panel>
  );
}
