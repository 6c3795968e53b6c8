import MailQuestion from 'lucide-react/icons/mail-question-mark';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { OpenInvitation } from '@/api/types';
import { ApiError } from '@/api/client';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PublicAside, PublicBox, PublicLink, PublicSubtitle, PublicTitle } from '@/ui/PublicForm';
import { PublicPage } from '@/ui/PublicPage';
import { toast } from '@/ui/toast';
import { signupCalls } from './api';
import { AcceptForm } from './components/AcceptForm';
import { SignupSkeleton } from './components/SignupSkeleton';

type Looked =
  | { state: 'loading' }
  | { state: 'open'; invitation: OpenInvitation }
  | { state: 'gone' }
  | { state: 'failed'; error: unknown };

const isGone = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Somebody comes in by the link he was given. What it says stands behind `#` and never goes to a server in an address. */
export default function InvitationPage() {
  const t = useT();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const [answer, setAnswer] = useState<Looked>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  const looked: Looked = token === '' ? { state: 'gone' } : answer;
  // Synchronises with the server: whether the link is still good.
  useEffect(() => {
    if (token === '') return undefined;
    let isWanted = true;
    const show = (next: Looked) => isWanted && setAnswer(next);
    signupCalls.look(token).then(
      (invitation) => show({ state: 'open', invitation }),
      (error: unknown) => show(isGone(error) ? { state: 'gone' } : { state: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [token, tries]);
  const handleRetry = () => {
    setAnswer({ state: 'loading' });
    setTries((count) => count + 1);
  };
  const handleAccepted = () => {
    toast.success(t('signup.invited.done'));
    void navigate(paths.login);
  };
  const company = looked.state === 'open' ? looked.invitation.company : null;
  return (
    <PublicPage>
      <PublicBox>
        {looked.state !== 'gone' && (
          <>
            <PublicTitle>{company ? t('signup.invited.title', { company }) : t('signup.invited.loading')}</PublicTitle>
            <PublicSubtitle>{t('signup.invited.subtitle')}</PublicSubtitle>
          </>
        )}
        {looked.state === 'loading' && <SignupSkeleton />}
        {looked.state === 'failed' && <ErrorState error={looked.error} onRetry={handleRetry} />}
        {looked.state === 'gone' && (
          <EmptyState
            isPage
            icon={<MailQuestion />}
            title={t('signup.invited.gone')}
            text={t('signup.invited.goneText')}
          />
        )}
        {looked.state === 'open' && (
          <AcceptForm token={token} email={looked.invitation.email ?? null} onDone={handleAccepted} />
        )}
        <PublicAside>
          {t('signup.hasAccount')} <PublicLink to={paths.login}>{t('signup.signIn')}</PublicLink>
        </PublicAside>
      </PublicBox>
    </PublicPage>
  );
}
