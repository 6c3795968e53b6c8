import type { Subscription } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';

/** The plan in one line, below the title of both pages. */
export function useNote(subscription: Subscription | undefined): string | undefined {
  const t = useT();
  if (!subscription) return undefined;
  const { plan, value, recurrence, dueDate } = subscription;
  if (!dueDate) return t('billing.noteEndless', { plan: plan.name });
  const period = t(`billing.period.${recurrence}`);
  return t('billing.note', { plan: plan.name, value: money(value), period, date: formatDate(dueDate) });
}
