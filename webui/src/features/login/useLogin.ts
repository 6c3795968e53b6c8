import { useState } from 'react';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { login } from './api';
import { subscriptionOf } from './model';

/** The log-in itself: asks the server, judges the subscription, opens the session. */
export function useLogin() {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (email: string, password: string) => {
    setIsBusy(true);
    setError(null);
    try {
      const answer = await login(email.trim(), password);
      const subscription = subscriptionOf(answer, new Date());
      // Rule B12: who owes may look; what else is refused is said by the bar of every page.
      if (subscription.state === 'expired') {
        toast.warning(t('login.expired', { date: formatDate(subscription.dueDate) }));
      }
      if (subscription.state === 'ending') toast.warning(t('login.ending', { days: subscription.days }));
      toast.success(t('login.success'));
      signIn(answer);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return { submit, isBusy, error };
}
