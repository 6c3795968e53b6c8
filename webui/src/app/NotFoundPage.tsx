import Compass from 'lucide-react/icons/compass';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { Brand } from '@/ui/Brand';
import { Link } from '@/ui/Link';
import { paths } from './paths';

const Root = styled.main`
  position: relative;
  height: 100dvh;
`;

const Corner = styled(Link)`
  position: absolute;
  top: 32px;
  left: 40px;

  &:hover {
    text-decoration: none;
  }
  @media ${media.sm} {
    top: 20px;
    left: 24px;
  }
`;

export default function NotFoundPage() {
  const t = useT();
  return (
    <Root>
      <Corner to={paths.tickets}>
        <Brand />
      </Corner>
      <EmptyState
        isPage
        icon={<Compass />}
        title={t('common.notFound.title')}
        text={t('common.notFound.text')}
        action={<Link to={paths.tickets}>{t('common.notFound.back')}</Link>}
      />
    </Root>
  );
}
