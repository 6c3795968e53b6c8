import type { UseQueryResult } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import CloudAlert from 'lucide-react/icons/cloud-exclamation-point';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Skeleton } from '@/ui/Skeleton';

const Busy = styled.div`
  display: grid;
  flex: 1;
  align-content: start;
  min-width: 0;

  &[aria-busy='true'] {
    opacity: 0.6;
  }
`;

/** The states of a panel are no taller than what they stand for. */
const Quiet = styled.div`
  display: grid;
  flex: 1;
  align-content: center;

  & > div {
    min-height: 0;
    padding: 8px;
  }
`;

const Lines = styled.div`
  display: grid;
  gap: 14px;
  padding-block: 6px;
`;

/** A panel's place while its figures are on their way. */
export function PanelSkeleton({ lines = 4 }: { lines?: number }) {
  const t = useT();
  return (
    <Lines role="status" aria-label={t('common.loading')}>
      {Array.from({ length: lines }, (_, place) => (
        // eslint-disable-next-line react/no-array-index-key
        <Skeleton key={place} height={18} width={place % 2 === 0 ? '100%' : '72%'} />
      ))}
    </Lines>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** S131: what is said when it cannot be had, where that is fixed. */
  failure?: string;
  lines?: number;
  isEmpty?: (figures: T) => boolean;
  /** What to do about a period in which nothing was. */
  emptyAction?: ReactNode;
  children: (figures: T) => ReactNode;
}

/** The states of one panel: one that fails does not take the page with it, and old figures stay until new ones are there. */
export function Loaded<T>({ query, failure, lines, isEmpty, emptyAction, children }: LoadedProps<T>) {
  const t = useT();
  if (query.data !== undefined && !query.isError) {
    if (isEmpty?.(query.data))
      return (
        <Quiet>
          <EmptyState
            icon={<ChartColumn />}
            title={t('dashboard.chart.empty')}
            text={t('dashboard.chart.emptyText')}
            action={emptyAction}
          />
        </Quiet>
      );
    return <Busy aria-busy={query.isPlaceholderData}>{children(query.data)}</Busy>;
  }
  if (query.isError)
    return (
      <Quiet>
        {failure === undefined ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          // said in the fixed words whatever the reason, which stands below them
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
      </Quiet>
    );
  return <PanelSkeleton lines={lines} />;
}
