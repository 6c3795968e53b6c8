import { daysUntil } from '@/lib/dates';
import type { SessionCompany } from '@/state/session';

/** Rule B12: so many days before the due date those who pay are told. */
const SOON_DAYS = 5;

/** Rule B12: days after the due date in which everything still works. */
export const GRACE_DAYS = 3;

export type Standing =
  | { kind: 'fine' }
  /** Due in some days, or today. */
  | { kind: 'soon'; daysLeft: number }
  /** Due some days ago; still everything works. */
  | { kind: 'grace'; daysOverdue: number; daysLeft: number }
  | { kind: 'overdue' }
  | { kind: 'suspended' };

/** What the company may do now, counted in days as the server counts them. */
export function standingOf({ status, dueDate }: Pick<SessionCompany, 'status' | 'dueDate'>, now: Date): Standing {
  if (!status) return { kind: 'suspended' };
  const left = daysUntil(dueDate, now);
  if (left === null || left > SOON_DAYS) return { kind: 'fine' };
  if (left >= 0) return { kind: 'soon', daysLeft: left };
  if (-left > GRACE_DAYS) return { kind: 'overdue' };
  return { kind: 'grace', daysOverdue: -left, daysLeft: GRACE_DAYS + left };
}
