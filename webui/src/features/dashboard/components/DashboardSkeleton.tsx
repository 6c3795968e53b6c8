import styled from 'styled-components';
import { useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { Skeleton } from '@/ui/Skeleton';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 12px;
  margin-bottom: 16px;

  @media ${media.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export function DashboardSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Cards>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={84} />
        ))}
      </Cards>
      <Skeleton height={240} />
    </div>
  );
}
