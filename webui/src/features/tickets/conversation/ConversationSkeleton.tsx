import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Skeleton } from '@/ui/Skeleton';

const Root = styled.div`
  display: grid;
  grid-template-rows: 60px 38px 1fr;
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 0 18px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
`;

const Lines = styled.div`
  display: grid;
  gap: 8px;
`;

/** The frame of a conversation while its ticket is on the way. */
export function ConversationSkeleton() {
  const t = useT();
  return (
    <Root role="status" aria-label={t('common.loading')}>
      <Head>
        <Skeleton width={36} height={36} isRound />
        <Lines>
          <Skeleton width={140} height={12} />
          <Skeleton width={180} height={10} />
        </Lines>
      </Head>
      <Head />
    </Root>
  );
}
