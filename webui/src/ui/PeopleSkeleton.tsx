import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, media } from '@/styles/tokens';
import { Skeleton } from './Skeleton';

/** The height of a row with a face and two lines of words. */
export const PERSON_PX = 61;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  height: ${PERSON_PX}px;
  border-bottom: 1px solid ${color.line};

  @media ${media.sm} {
    padding: 0 14px;
  }
`;

const Words = styled.div`
  display: grid;
  gap: 8px;
`;

const WIDTHS = [150, 190, 130, 170, 160, 120, 180, 140];

/** A person who is on the way; the height is that of a row. */
export function PersonSkeleton({ width = 150 }: { width?: number }) {
  return (
    <Row>
      <Skeleton width={38} height={38} isRound />
      <Words>
        <Skeleton width={width} />
        <Skeleton width={110} height={10} />
      </Words>
    </Row>
  );
}

export function PeopleSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {WIDTHS.map((width) => (
        <PersonSkeleton key={width} width={width} />
      ))}
    </div>
  );
}
