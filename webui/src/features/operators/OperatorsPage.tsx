import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import styled from 'styled-components';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { ActorsPanel } from './components/ActorsPanel';
import { AttentionPanel } from './components/AttentionPanel';
import { ConnectionsPanel } from './components/ConnectionsPanel';
import { JobsPanel } from './components/JobsPanel';
import { Dot, NodeCards } from './components/NodeCards';
import { StatementsPanel } from './components/StatementsPanel';
import { ASKED_EVERY_MS, RANGES, withSample, type Range, type Samples } from './model';

const EVERY_MS = 5000;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: 14px;

  & > * {
    grid-column: 1 / -1;
  }
  &[data-stale] {
    opacity: 0.6;
  }

  @media ${media.lg} {
    & > :nth-child(2) {
      grid-column: span 8;
    }
    & > :nth-child(3) {
      grid-column: span 4;
    }
    & > :nth-child(4) {
      grid-column: span 5;
    }
    & > :nth-child(5) {
      grid-column: span 7;
    }
  }
`;

/** The nodes, and beside them what to look at. */
const Top = styled.div`
  display: grid;
  gap: 14px;
  min-width: 0;

  @media ${media.lg} {
    grid-template-columns: minmax(0, 1fr) 310px;
  }
`;

const Live = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Stale = styled.p`
  margin-bottom: 10px;
  color: ${color.warning};
  font-size: ${font.base};
`;

/** How the server is: asked every five seconds while the page is seen. Nothing of any customer is on it. */
export default function OperatorsPage() {
  const t = useT();
  const [isPaused, setIsPaused] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: pageKeys.operation,
    queryFn: ({ signal }) => api.get('/operators', { signal }),
    refetchInterval: isPaused ? false : EVERY_MS,
    staleTime: 0,
  });
  const [range, setRange] = useState<Range>('15m');
  const { data: series } = useQuery({
    queryKey: pageKeys.operationSeries(range),
    queryFn: ({ signal }) => api.get('/operators/series', { query: { range }, signal }),
    refetchInterval: isPaused ? false : ASKED_EVERY_MS[range],
    staleTime: 0,
    // until the other range is there: the one before
    placeholderData: keepPreviousData,
  });
  const [samples, setSamples] = useState<Samples | null>(null);
  const next = data ? withSample(samples, data) : null;
  if (next !== samples) setSamples(next);
  const latest = next?.latest;
  const note = latest && {
    nodes: latest.nodes.length,
    connections: latest.connections.length,
    database: latest.database === 'postgres' ? 'PostgreSQL' : 'SQLite',
    version: latest.version,
  };
  return (
    <PageFrame
      hasPanels
      title={t('operators.title')}
      note={note && t('operators.subtitle', note)}
      tools={
        <>
          <Live>
            <Dot data-tone={isPaused ? undefined : 'success'} />
            {t(isPaused ? 'operators.paused' : 'operators.live')}
          </Live>
          <Tabs
            label={t('operators.range')}
            look="segmented"
            items={RANGES.map((id) => ({ id, label: t(`operators.range.${id}`) }))}
            selected={range}
            onSelect={setRange}
          />
          <Button
            variant="secondary"
            icon={isPaused ? <Play /> : <Pause />}
            onClick={() => setIsPaused((known) => !known)}
          >
            {t(isPaused ? 'operators.resume' : 'operators.pause')}
          </Button>
        </>
      }
    >
      {!latest && !error && <RowsSkeleton />}
      {!latest && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {latest && error && <Stale role="status">{t('operators.stale', { time: formatTime(latest.at) })}</Stale>}
      {next && (
        <Grid data-stale={error ? true : undefined}>
          <Top>
            <NodeCards operation={next.latest} />
            <AttentionPanel operation={next.latest} />
          </Top>
          <ActorsPanel samples={next} series={series} />
          <ConnectionsPanel operation={next.latest} />
          <JobsPanel operation={next.latest} />
          <StatementsPanel operation={next.latest} />
        </Grid>
      )}
    </PageFrame>
  );
}
