import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { PublicAside, PublicBox, PublicLink, PublicSubtitle, PublicTitle } from '@/ui/PublicForm';
import { PublicPage } from '@/ui/PublicPage';
import { toast } from '@/ui/toast';
import { ForgotForm } from './components/ForgotForm';
import { ResetForm } from './components/ResetForm';

/** A forgotten password: first a code by mail, then a new password for the code. */
export default function ForgotPage() {
  const t = useT();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const handleReset = () => {
    toast.success(t('signup.reset.done'));
    void navigate(paths.login);
  };
  return (
    <PublicPage>
      <PublicBox>
        <PublicTitle>{t(isSent ? 'signup.reset.title' : 'signup.forgot.title')}</PublicTitle>
        <PublicSubtitle>{isSent ? t('signup.reset.subtitle', { email }) : t('signup.forgot.subtitle')}</PublicSubtitle>
        {isSent ? (
          <ResetForm email={email} onDone={handleReset} onBack={() => setIsSent(false)} />
        ) : (
          <ForgotForm
            email={email}
            onSent={(sentTo) => {
              toast.success(t('signup.forgot.sent'));
              setEmail(sentTo);
              setIsSent(true);
            }}
          />
        )}
        <PublicAside>
          <PublicLink to={paths.login}>{t('signup.backToLogin')}</PublicLink>
        </PublicAside>
      </PublicBox>
    </PublicPage>
  );
}
