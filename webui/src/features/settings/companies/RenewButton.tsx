import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Tooltip } from '@/ui/Tooltip';
import { nextDue } from './model';

export interface RenewButtonProps {
  company: CompanyDetails;
  now: Date;
  isBusy: boolean;
  onRenew: () => void;
}

/** A012 A062: moves the due date on at once; it says before where to. */
export function RenewButton({ company, now, isBusy, onRenew }: RenewButtonProps) {
  const t = useT();
  const date = formatDate(nextDue(company.dueDate, company.recurrence, now));
  const words = t('platform.company.renewNamed', { name: company.name, date });
  return (
    <Tooltip text={words}>
      <Button variant="secondary" size="sm" isBusy={isBusy} aria-label={words} onClick={onRenew}>
        {t('platform.company.renew')}
      </Button>
    </Tooltip>
  );
}
