import { useEffect, useState } from 'react';
import type { OfferedPlan } from '@/api/types';
import { signupCalls } from './api';

export type Plans =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; plans: OfferedPlan[] };

/** The plans on offer, asked for once; visitors have no shared cache. */
export function usePlans() {
  const [plans, setPlans] = useState<Plans>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // Synchronises with the server.
  useEffect(() => {
    let isGone = false;
    const settle = (next: Plans) => {
      if (!isGone) setPlans(next);
    };
    signupCalls.plans().then(
      (list) => settle({ state: 'ready', plans: list }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  const retry = () => {
    setPlans({ state: 'loading' });
    setAttempt(attempt + 1);
  };
  return { plans, retry };
}
