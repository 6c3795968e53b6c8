import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Skeleton } from '@/ui/Skeleton';

const Row = styled.div`
  display: grid;
  grid-template-columns: 40px 1fr;
  gap: 12px;
  height: 92px;
  padding: 12px 14px 12px 18px;
  border-bottom: 1px solid ${color.line};
`;

const Lines = styled.div`
  display: grid;
  gap: 10px;
  align-content: start;
  padding-top: 4px;
`;

const ROWS = [62, 48, 70, 55, 66, 50, 60];

export function TicketSkeleton({ width = 60 }: { width?: number }) {
  return (
    <Row>
      <Skeleton width={40} height={40} isRound />
      <Lines>
        <Skeleton width={`${width - 15}%`} height={12} />
        <Skeleton width={`${width + 20}%`} height={11} />
        <Skeleton width={120} height={16} />
      </Lines>
    </Row>
  );
}

/** Rows of the height of real ones, so that nothing moves when they come. */
export function TicketListSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {ROWS.map((width) => (
        <TicketSkeleton key={width} width={width} />
      ))}
    </div>
  );
}
