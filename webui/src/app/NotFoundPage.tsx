import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import styled from 'styled-components';
import { useT } from '../i18n';
import { EmptyState } from '../ui/EmptyState';
import { paths } from './paths';

const Root = styled.main`
  height: 100dvh;
`;

export default function NotFoundPage() {
  const t = useT();
  return (
    <Root>
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
