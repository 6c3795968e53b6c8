import styled from 'styled-components';
import { useT } from '@/i18n';
import { Skeleton } from '@/ui/Skeleton';

const Root = styled.div`
  display: grid;
  gap: 20px;

  & > div {
    display: grid;
    gap: 10px;
  }
`;

const FIELDS = ['name', 'email', 'phone', 'password', 'plan'];

export function SignupSkeleton() {
  const t = useT();
  return (
    <Root role="status" aria-label={t('common.loading')}>
      {FIELDS.map((field) => (
        <div key={field}>
          <Skeleton width={90} />
          <Skeleton height={44} />
        </div>
      ))}
    </Root>
  );
}
