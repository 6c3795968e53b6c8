import { useState } from 'react';
import { errorText, useT } from '@/i18n';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { login } from './api';

/** The log-in itself: asks the server, judges the subscription, opens the session. */
export function useLogin() {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (email: string, password: string) => {
    setIsBusy(true);
    setError(null);
    // What judges a due date arrives beside the answer: nobody needs it to see this page.
    const judging = import('./model');
    judging.catch(() => undefined);
    try {
      const answer = await login(email.trim(), password);
      const { subscriptionOf, dayOf } = await judging;
      const subscription = subscriptionOf(answer, new Date());
      // Rule B12: who owes may look; what else is refused is said by the bar of every page.
      if (subscription.state === 'expired') {
        toast.warning(t('login.expired', { date: dayOf(subscription.dueDate) }));
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
