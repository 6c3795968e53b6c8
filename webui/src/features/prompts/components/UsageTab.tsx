import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { settingsOptions } from '@/api/settings';
import { media } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { usageOptions } from '../api';
import { AssistPanel } from './AssistPanel';
import { LimitPanel } from './LimitPanel';
import { UsagePanel } from './UsagePanel';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 340px);
  align-items: start;
  gap: 16px;
  max-width: 1000px;

  &[data-stale] {
    opacity: 0.6;
  }
  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: grid;
  gap: 16px;
`;

/** What models took this month, how much they may take, and whether attendants are helped. */
export default function UsageTab() {
  const usage = useQuery(usageOptions);
  const settings = useQuery(settingsOptions);
  const error = usage.error ?? settings.error;
  if (!usage.data || !settings.data) {
    if (!error) return <RowsSkeleton />;
    const handleRetry = () => {
      void usage.refetch();
      void settings.refetch();
    };
    return <ErrorState error={error} onRetry={handleRetry} />;
  }
  const of = (key: string) => settings.data.find((each) => each.key === key)?.value ?? '';
  const stored = { cap: of('aiMonthlyCap'), price: of('aiPricePerMillion').replace('.', ',') };
  return (
    <Columns data-stale={usage.isRefetchError || undefined}>
      <UsagePanel usage={usage.data} />
      <Side>
        <LimitPanel key={`${stored.cap} ${stored.price}`} stored={stored} />
        <AssistPanel isOn={of('aiAssist') === 'enabled'} promptId={of('aiAssistPromptId')} />
      </Side>
    </Columns>
  );
}
