import type { AuthAnswer, MadePasskey, PasskeyAnswer } from '@/api/types';
import { daysUntil, formatDate, parseDate } from '@/lib/dates';

/** What is shown besides the password, where it is asked for. */
export interface Factor {
  code?: string;
  proof?: string;
  passkey?: PasskeyAnswer;
  newPasskey?: { name: string; passkey: MadePasskey };
}

/** What a log-in sends. */
export interface LoginBody extends Factor {
  email: string;
  password: string;
}

/** What an app needs for a second factor that the company requires. */
export interface SecondFactorSetup {
  uri: string;
  secret: string;
  proof: string;
}

/** S133: the warning begins when fewer days than this remain. */
const WARNING_DAYS = 5;

export type Subscription = { state: 'ok' } | { state: 'ending'; days: number } | { state: 'expired'; dueDate: string };

/** S070: what the company's due date means for a log-in at this moment. */
export function subscriptionOf({ user }: AuthAnswer, now: Date): Subscription {
  const { dueDate } = user.company;
  const days = daysUntil(dueDate, now);
  if (dueDate === null || days === null || user.super) return { state: 'ok' };
  const end = parseDate(dueDate);
  if (days < 0 || (end !== null && end < now && days === 0 && dueDate.length > 10 && !isMidnight(end))) {
    return { state: 'expired', dueDate };
  }
  return days < WARNING_DAYS ? { state: 'ending', days } : { state: 'ok' };
}

/** A due date without a time of day lasts until that day is over. */
const isMidnight = (date: Date) => date.getHours() === 0 && date.getMinutes() === 0;

/** A due date as it is shown. */
export const dayOf = (dueDate: string): string => formatDate(dueDate);
