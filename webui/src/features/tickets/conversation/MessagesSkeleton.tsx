import styled from 'styled-components';
import { useT } from '@/i18n';
import { Skeleton } from '@/ui/Skeleton';

const Root = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: flex-end;
  gap: 8px;
  min-height: 0;
  padding: 18px 20px;
  overflow: hidden;

  & > :nth-child(3n) {
    align-self: flex-end;
  }
`;

const WIDTHS = [44, 30, 50, 36, 48, 40, 28];

export function MessagesSkeleton() {
  const t = useT();
  return (
    <Root role="status" aria-label={t('common.loading')}>
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={`${width}%`} height={38} />
      ))}
    </Root>
  );
}
