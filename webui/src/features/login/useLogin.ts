import { useState } from 'react';
import { ApiError, isRecord } from '@/api/error';
import type { AuthAnswer, PasskeyAnswer } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { signIn } from '@/state/session';
import { noteSignIn } from '@/state/signedIn';
import { toast } from '@/ui/toast';
import { login } from './api';
import type { SecondFactorSetup } from './model';

/** What the second factor asks for: a code; first of all what it is of; or to keep its codes on paper. */
export interface SecondFactorStep {
  setup: SecondFactorSetup | null;
  codes: readonly string[] | null;
  /** The refusal, which has what a passkey may sign. */
  refusal: ApiError | null;
}

/** Reads off a refusal what is asked for next; null where it is about something else. */
function stepOf(failure: unknown, setup: SecondFactorSetup | null): SecondFactorStep | null {
  if (!(failure instanceof ApiError)) return null;
  const { code, body } = failure;
  if (code === 'ERR_SECOND_FACTOR_SETUP' && isRecord(body)) {
    return { setup: body.setup as SecondFactorSetup, codes: null, refusal: null };
  }
  return /^ERR_(SECOND_FACTOR_(NEEDED|INVALID)|PASSKEY_INVALID)$/.test(code)
    ? { setup, codes: null, refusal: failure }
    : null;
}

/** The log-in itself: asks the server, judges the subscription, opens the session. */
export function useLogin() {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [step, setStep] = useState<SecondFactorStep | null>(null);
  const [signedIn, setSignedIn] = useState<AuthAnswer | null>(null);

  const open = async (answer: AuthAnswer) => {
    const { subscriptionOf, dayOf } = await import('./model');
    const subscription = subscriptionOf(answer, new Date());
    // Rule B12: who owes may look; what else is refused is said by the bar of every page.
    if (subscription.state === 'expired') {
      toast.warning(t('login.expired', { date: dayOf(subscription.dueDate) }));
    }
    if (subscription.state === 'ending') toast.warning(t('login.ending', { days: subscription.days }));
    noteSignIn();
    signIn(answer);
  };

  const submit = async (email: string, password: string, code = '', passkey?: PasskeyAnswer) => {
    setIsBusy(true);
    setError(null);
    // What judges a due date arrives beside the answer: nobody needs it to see this page.
    import('./model').catch(() => undefined);
    try {
      const proof = step?.setup?.proof;
      const typed = code.trim() === '' ? {} : { code: code.trim(), ...(proof === undefined ? {} : { proof }) };
      const given = passkey ? { passkey } : typed;
      const answer = await login({ email: email.trim(), password, ...given });
      if (answer.recoveryCodes) {
        setSignedIn(answer);
        setStep({ setup: null, codes: answer.recoveryCodes, refusal: null });
      } else await open(answer);
    } catch (failure) {
      const next = stepOf(failure, step?.setup ?? null);
      setStep(next);
      // The first time it is a question and no failure.
      if (!next || code.trim() !== '' || passkey) setError(errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return {
    submit,
    isBusy,
    error,
    step,
    /** Somebody else is typed: what was asked of the one before counts no more. */
    forget: () => setStep(null),
    /** The codes on paper are kept. */
    proceed: () => void (signedIn && open(signedIn)),
  };
}
