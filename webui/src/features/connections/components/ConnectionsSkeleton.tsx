import styled from 'styled-components';
import { useT } from '../../../i18n';
import { color } from '../../../styles/tokens';
import { Skeleton } from '../../../ui/Skeleton';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  max-width: 1180px;
  height: 64px;
  border-bottom: 1px solid ${color.line};
`;

export function ConnectionsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[180, 140, 210].map((width) => (
        <Row key={width}>
          <Skeleton width={36} height={36} isRound />
          <Skeleton width={width} />
          <Skeleton width={90} height={20} />
        </Row>
      ))}
    </div>
  );
}
