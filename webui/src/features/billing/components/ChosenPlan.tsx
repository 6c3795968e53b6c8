import styled from 'styled-components';
import type { Invoice, Subscription } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useKeepPlan } from '../api';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  max-width: 1180px;
  margin-bottom: 16px;
  padding: 12px 16px;
  border-radius: ${radius.lg};
  background: ${color.infoSoft};
  color: ${color.info};
  font-size: ${font.base};

  & > div {
    flex: 1 1 260px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & b {
    font-weight: ${font.semibold};
  }
`;

interface ChosenPlanProps {
  subscription: Subscription;
  onPay: (invoice: Invoice) => void;
}

/** The plan that the company has chosen and does not have yet. */
export function ChosenPlan({ subscription, onPay }: ChosenPlanProps) {
  const t = useT();
  const keep = useKeepPlan();
  const { chosenPlan, plan, value, recurrence, canPay } = subscription;
  if (!chosenPlan) return null;
  const { invoice, effect } = chosenPlan;
  const words = () => {
    if (invoice) {
      return t('billing.chosen.difference', { value: money(invoice.toPay), date: formatDate(invoice.dueDate) });
    }
    if (effect === 'nextPayment') return t('billing.chosen.nextPayment', { value: money(value) });
    const period = t(`billing.period.${recurrence}`);
    return t('billing.chosen.dueDate', { date: formatDate(chosenPlan.at), value: money(value), period });
  };
  const handleKeep = () =>
    keep.mutate(undefined, {
      onSuccess: () => toast.success(t('billing.chosen.takenBack', { plan: plan.name })),
      onError: (failure) => toast.error(errorText(failure)),
    });
  return (
    <Root role="note">
      <div>
        <p>
          <b>{t('billing.chosen.title', { plan: chosenPlan.plan.name })}</b>
        </p>
        <p>
          {words()} {!chosenPlan.canTakeBack && t('billing.chosen.paid')}
        </p>
      </div>
      {chosenPlan.canTakeBack && (
        <Button variant="secondary" size="sm" isBusy={keep.isPending} onClick={handleKeep}>
          {t('billing.chosen.takeBack', { plan: plan.name })}
        </Button>
      )}
      {invoice && (
        <Button size="sm" disabled={!canPay} onClick={() => onPay(invoice)}>
          {t('billing.chosen.pay', { value: money(invoice.toPay) })}
        </Button>
      )}
    </Root>
  );
}
