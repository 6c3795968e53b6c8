import { useId } from 'react';
import styled from 'styled-components';
import type { OfferedPlan } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from '@/ui/FieldGroup';
import { priceOf } from '../model';

const Plan = styled.label`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px 12px;
  padding: 11px 14px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.md};
  font-size: ${font.md};
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
  & > b {
    font-weight: ${font.medium};
    overflow-wrap: anywhere;
  }
  & > span {
    font-variant-numeric: tabular-nums;
  }
  & > small {
    grid-column: 1 / -1;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Problem = styled.p`
  color: ${color.danger};
  font-size: ${font.sm};
`;

interface PlanChoiceProps {
  plans: readonly OfferedPlan[];
  chosen: number | null;
  error: string | undefined;
  onChange: (id: number) => void;
}

/** S054: what each plan allows and costs. */
export function PlanChoice({ plans, chosen, error, onChange }: PlanChoiceProps) {
  const t = useT();
  const problemId = useId();
  return (
    <FieldGroup aria-describedby={error ? problemId : undefined}>
      <legend>{t('signup.plan')}</legend>
      {plans.map((plan) => (
        <Plan key={plan.id}>
          <input
            type="radio"
            name="plan"
            className="visually-hidden"
            checked={chosen === plan.id}
            onChange={() => onChange(plan.id)}
          />
          <b>{plan.name}</b>
          <span>{t('signup.perMonth', { price: priceOf(plan) })}</span>
          <small>
            {t('signup.planAllows', { users: plan.users, connections: plan.connections, queues: plan.queues })}
          </small>
        </Plan>
      ))}
      {error && (
        <Problem id={problemId} role="alert">
          {error}
        </Problem>
      )}
    </FieldGroup>
  );
}
