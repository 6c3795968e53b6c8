import QrCodeIcon from 'lucide-react/icons/qr-code';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Invoice, Subscription } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import type { CheckoutForm } from '../model';

const Card = styled.section`
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  overflow: hidden;
`;

const Part = styled.div`
  display: grid;
  gap: 6px;
  padding: 12px 16px;

  &:not(:last-child) {
    border-bottom: 1px solid ${color.line};
  }
  &[data-total] {
    background: ${color.surfaceAlt};
  }
`;

const Line = styled.p`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  color: ${color.textMuted};

  & > b {
    color: ${color.text};
    font-weight: ${font.semibold};
  }
  & > span:last-child {
    color: ${color.text};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  &[data-sum] > :last-child {
    font-size: ${font.lg};
    font-weight: ${font.semibold};
  }
`;

const Words = styled.p`
  color: ${color.textMuted};
  overflow-wrap: anywhere;

  &[data-strong] {
    color: ${color.text};
  }
`;

const Method = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;

  & > svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.accentText};
  }
`;

interface ReviewProps {
  invoice: Invoice;
  subscription: Subscription;
  form: CheckoutForm;
  onEdit: () => void;
  onChange: () => void;
}

/** Step 3: everything once more, before a charge is made. */
export function Review({ invoice, subscription, form, onEdit, onChange }: ReviewProps) {
  const t = useT();
  const { nextDueDate, chosenPlan } = subscription;
  const plan = chosenPlan?.plan ?? subscription.plan;
  const isDifference = invoice.kind === 'difference';
  const upTo = (count: number): ReactNode => <span>{t('billing.review.upTo', { count })}</span>;
  const { country } = form;
  const place = [form.address, form.city, form.state, form.zipcode, country && t(`billing.country.${country}`)];
  return (
    <Card aria-label={t('billing.step.review')}>
      <Part>
        <Line>
          <b>
            {isDifference
              ? t('billing.difference', { plan: invoice.detail })
              : t('billing.review.plan', { plan: invoice.detail })}
          </b>
          <Button variant="ghost" size="sm" onClick={onChange}>
            {t('billing.review.change')}
          </Button>
        </Line>
        <Line>
          <span>{t(isDifference ? 'billing.review.untilDue' : 'billing.review.due')}</span>
          <span>{formatDate(isDifference ? subscription.dueDate : invoice.dueDate)}</span>
        </Line>
        <Line>
          <span>{t('billing.review.users')}</span>
          {upTo(plan.users)}
        </Line>
        <Line>
          <span>{t('billing.review.connections')}</span>
          {upTo(plan.connections)}
        </Line>
      </Part>
      <Part>
        <Line>
          <b>{t('billing.review.billing')}</b>
          <Button variant="ghost" size="sm" onClick={onEdit}>
            {t('billing.review.edit')}
          </Button>
        </Line>
        <Words data-strong>{form.name}</Words>
        <Words>{place.filter((part) => part !== '').join(' · ')}</Words>
      </Part>
      <Part>
        <Method>
          <QrCodeIcon aria-hidden />
          <div>
            <Words data-strong>{t('billing.review.pix')}</Words>
            <Words>{t('billing.review.pixText')}</Words>
          </div>
        </Method>
      </Part>
      <Part data-total>
        {invoice.credit > 0 && (
          <>
            <Line>
              <span>{t('billing.credit.value')}</span>
              <span>{money(invoice.value)}</span>
            </Line>
            <Line>
              <span>{t('billing.credit.line')}</span>
              <span>{money(-invoice.credit)}</span>
            </Line>
          </>
        )}
        <Line data-sum>
          <b>{t('billing.review.total')}</b>
          <span>{money(invoice.toPay)}</span>
        </Line>
        {!isDifference && (
          <Line>
            <span>{t('billing.review.next')}</span>
            <span>{formatDate(nextDueDate)}</span>
          </Line>
        )}
      </Part>
    </Card>
  );
}
