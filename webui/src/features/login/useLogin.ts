import { useState } from 'react';
import { ApiError, isRecord } from '@/api/error';
import type { AuthAnswer, PasskeyAnswer } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { signIn } from '@/state/session';
import { noteSignIn } from '@/state/signedIn';
import { toast } from '@/ui/toast';
import { login } from './api';
import type { Factor, SecondFactorSetup } from './model';

/** What the second factor asks for: a code; first of all what it is of; or to keep its codes on paper. */
export interface SecondFactorStep {
  setup: SecondFactorSetup | null;
  /** What a browser is asked for, to make a first passkey instead; null where the server has none. */
  newPasskey: Record<string, unknown> | null;
  codes: readonly string[] | null;
  /** The refusal, which has what a passkey may sign. */
  refusal: ApiError | null;
}

/** Reads off a refusal what is asked for next; null where it is about something else. */
function stepOf(failure: unknown, before: SecondFactorStep | null): SecondFactorStep | null {
  if (!(failure instanceof ApiError) || !isRecord(failure.body)) return null;
  const { code, body } = failure;
  const wish = 'newPasskey' in body ? body.newPasskey : before?.newPasskey;
  const newPasskey = isRecord(wish) ? wish : null;
  if (code === 'ERR_SECOND_FACTOR_SETUP') {
    return { setup: body.setup as SecondFactorSetup, newPasskey, codes: null, refusal: null };
  }
  // somebody who has one by now is asked for it
  if (code === 'ERR_SECOND_FACTOR_NEEDED') return { setup: null, newPasskey: null, codes: null, refusal: failure };
  return /^ERR_(SECOND_FACTOR|PASSKEY)_INVALID$/.test(code)
    ? { setup: before?.setup ?? null, newPasskey, codes: null, refusal: failure }
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

  const send = async (email: string, password: string, factor: Factor) => {
    // What judges a due date arrives beside the answer: nobody needs it to see this page.
    import('./model').catch(() => undefined);
    const isShown = Object.keys(factor).length > 0;
    try {
      const answer = await login({ email: email.trim(), password, ...factor });
      if (answer.recoveryCodes) {
        setSignedIn(answer);
        setStep({ setup: null, newPasskey: null, codes: answer.recoveryCodes, refusal: null });
      } else await open(answer);
    } catch (failure) {
      const next = stepOf(failure, step);
      setStep(next);
      // The first time it is a question and no failure.
      if (!next || isShown) setError(errorText(failure));
    }
  };

  const busy = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } finally {
      setIsBusy(false);
    }
  };

  const submit = (email: string, password: string, code = '', passkey?: PasskeyAnswer) =>
    busy(() => {
      const proof = step?.setup?.proof;
      const typed = code.trim() === '' ? {} : { code: code.trim(), ...(proof === undefined ? {} : { proof }) };
      return send(email, password, passkey ? { passkey } : typed);
    });

  /** Lets the browser make a first passkey, and signs in with it. */
  const submitNew = (email: string, password: string, name: string) =>
    busy(async () => {
      try {
        const { makePasskey } = await import('@/lib/passkeys');
        const passkey = await makePasskey(step?.newPasskey ?? {});
        await send(email, password, { newPasskey: { name: name.trim(), passkey } });
      } catch (failure) {
        setError(errorText(failure));
      }
    });

  return {
    submit,
    submitNew,
    isBusy,
    error,
    step,
    /** Somebody else is typed: what was asked of the one before counts no more. */
    forget: () => setStep(null),
    /** The codes on paper are kept. */
    proceed: () => void (signedIn && open(signedIn)),
  };
}
