import { useState } from 'react';
import { ApiError } from '@/api/client';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { login } from './api';
import { dueDateOf, subscriptionOf } from './model';

/** The log-in itself: asks the server, judges the subscription, opens the session. */
export function useLogin() {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const expired = (dueDate: string) => t('login.expired', { date: formatDate(dueDate) });

  const submit = async (email: string, password: string) => {
    setIsBusy(true);
    setError(null);
    try {
      const answer = await login(email.trim(), password);
      const subscription = subscriptionOf(answer, new Date());
      if (subscription.state === 'expired') {
        setError(expired(subscription.dueDate));
        return;
      }
      if (subscription.state === 'ending') toast.warning(t('login.ending', { days: subscription.days }));
      toast.success(t('login.success'));
      signIn(answer);
    } catch (failure) {
      const dueDate =
        failure instanceof ApiError && failure.code === 'ERR_COMPANY_EXPIRED' ? dueDateOf(failure.body) : null;
      setError(dueDate ? expired(dueDate) : errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return { submit, isBusy, error };
}
