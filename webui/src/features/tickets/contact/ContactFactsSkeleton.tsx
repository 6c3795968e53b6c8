import styled from 'styled-components';
import { useT } from '@/i18n';
import { Skeleton } from '@/ui/Skeleton';

const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: 10px;
  padding: 20px 16px;
`;

export function ContactFactsSkeleton() {
  const t = useT();
  return (
    <Root role="status" aria-label={t('common.loading')}>
      <Skeleton width={64} height={64} isRound />
      <Skeleton width={150} height={18} />
      <Skeleton width={120} />
      <Skeleton width={80} height={28} />
    </Root>
  );
}
