import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Skeleton } from './Skeleton';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  max-width: 1180px;
  height: 52px;
  border-bottom: 1px solid ${color.line};
`;

const WIDTHS = [180, 140, 210, 160];

/** The rows of a table that is being loaded. */
export function RowsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {WIDTHS.map((width) => (
        <Row key={width}>
          <Skeleton width={width} />
          <Skeleton width={90} height={20} />
        </Row>
      ))}
    </div>
  );
}
