import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { Subscription } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { money } from '@/lib/money';
import { color, font, radius } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { FieldGroup } from '@/ui/FieldGroup';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { planOffersOptions } from '../api';
import { Excess, useMeaning } from './Plans';

const Plan = styled.label`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px 12px;
  padding: 11px 14px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.md};
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
  }
  &:has(:disabled) {
    cursor: default;
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
  & > b {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    font-weight: ${font.medium};
    overflow-wrap: anywhere;
  }
  & > span {
    font-variant-numeric: tabular-nums;
  }
  & > small,
  & > div {
    grid-column: 1 / -1;
  }
  & > small {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Words = styled.p`
  color: ${color.textMuted};
`;

interface PlanStepProps {
  subscription: Subscription;
  chosen: number;
  onChange: (plan: number) => void;
}

/** Step 2: the plan, or another one. */
export function PlanStep({ subscription, chosen, onChange }: PlanStepProps) {
  const t = useT();
  const { data, error, refetch } = useQuery(planOffersOptions);
  const meaning = useMeaning(subscription);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const own = subscription.plan.id;
  const asked = subscription.chosenPlan?.plan.id ?? own;
  return (
    <FieldGroup>
      <legend>{t('billing.plan.choose')}</legend>
      {data.plans.map((offer) => {
        const { plan, excess } = offer;
        const isChecked = chosen === plan.id;
        const allows = (['users', 'connections', 'queues'] as const).map((each) =>
          t(`billing.plan.${each}`, { count: plan[each] }),
        );
        return (
          <Plan key={plan.id}>
            <input
              type="radio"
              name="plan"
              className="visually-hidden"
              checked={isChecked}
              disabled={plan.id !== asked && (data.closed != null || excess.length > 0)}
              onChange={() => onChange(plan.id)}
            />
            <b>
              {plan.name}
              {plan.id === own && <Pill tone="accent">{t('billing.plan.current')}</Pill>}
            </b>
            <span>{money(offer.value)}</span>
            <small>{allows.join(' · ')}</small>
            {isChecked && plan.id !== own && plan.id !== asked && <small>{meaning(offer)}</small>}
            {excess.length > 0 && <Excess offer={offer} />}
          </Plan>
        );
      })}
      {data.closed != null && <Words>{errorText(data.closed)}</Words>}
    </FieldGroup>
  );
}
