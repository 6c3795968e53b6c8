import Store from 'lucide-react/icons/store';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PublicAside, PublicBox, PublicLink, PublicSubtitle, PublicTitle } from '@/ui/PublicForm';
import { PublicPage } from '@/ui/PublicPage';
import { SignupForm } from './components/SignupForm';
import { SignupSkeleton } from './components/SignupSkeleton';
import { usePlans } from './usePlans';

/** S008 S023: a company signs itself up. */
export default function SignupPage() {
  const t = useT();
  const { plans, retry } = usePlans();
  const isClosed = plans.state === 'ready' && plans.plans.length === 0;
  return (
    <PublicPage>
      <PublicBox>
        <PublicTitle>{t('signup.title')}</PublicTitle>
        <PublicSubtitle>{t('signup.subtitle')}</PublicSubtitle>
        {plans.state === 'loading' && <SignupSkeleton />}
        {plans.state === 'failed' && <ErrorState error={plans.error} onRetry={retry} />}
        {isClosed && <EmptyState icon={<Store />} title={t('signup.closed')} text={t('signup.closedText')} />}
        {plans.state === 'ready' && !isClosed && <SignupForm plans={plans.plans} />}
        <PublicAside>
          {t('signup.hasAccount')} <PublicLink to={paths.login}>{t('signup.signIn')}</PublicLink>
        </PublicAside>
      </PublicBox>
    </PublicPage>
  );
}
