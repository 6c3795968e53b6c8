import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { daysUntil } from '@/lib/dates';
import { dueColour, farUntil, isOnTrial } from './model';

/** A061: what the colour of a row means, in words; a trial counts its own days (A146). */
export function useDueWords() {
  const t = useT();
  return (company: Pick<CompanyDetails, 'dueDate' | 'trialExpiration'>, now: Date): string => {
    const { dueDate, trialExpiration } = company;
    const days = daysUntil(dueDate, now);
    const trialDays = isOnTrial(company, now) ? daysUntil(trialExpiration, now) : null;
    const isColoured = dueColour(dueDate, now) !== null;
    if (trialDays !== null && !isColoured) return t('platform.company.trialDays', { days: trialDays });
    if (days === null) return t('platform.company.noDue');
    if (days === 0) return t('platform.company.dueToday');
    if (days < 0) return t('platform.company.dueAgo', { days: -days });
    if (isColoured) return t('platform.company.dueIn', { days });
    const far = farUntil(dueDate, now);
    if (!far) return t('platform.company.inDays', { days });
    if (far.years === 0) return t('platform.company.inMonths', far);
    return far.months === 0 ? t('platform.company.inYears', far) : t('platform.company.inYearsMonths', far);
  };
}
