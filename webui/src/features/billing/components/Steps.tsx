import Check from 'lucide-react/icons/check';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

const List = styled.ol`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-bottom: 16px;
  font-size: ${font.base};
`;

const Step = styled.li`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};

  &:not(:last-child) {
    flex: 1;
  }
  &:not(:last-child)::after {
    content: '';
    flex: 1;
    min-width: 8px;
    height: 1px;
    background: ${color.lineStrong};
  }
  &[aria-current] {
    color: ${color.text};
    font-weight: ${font.medium};
  }
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 22px;
  height: 22px;
  border-radius: 50%;
  background: ${color.active};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  [aria-current] > & {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  [data-done] > & {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  & > svg {
    width: 13px;
    height: 13px;
  }
`;

export const STEPS = ['data', 'plan', 'review'] as const;
export type StepName = (typeof STEPS)[number];

/** A015: how far the checkout has come. */
export function Steps({ at }: { at: StepName }) {
  const t = useT();
  const current = STEPS.indexOf(at);
  return (
    <List aria-label={t('billing.checkout.steps')}>
      {STEPS.map((step, index) => (
        <Step key={step} aria-current={step === at ? 'step' : undefined} data-done={index < current || undefined}>
          <Mark aria-hidden>{index < current ? <Check /> : index + 1}</Mark>
          {t(`billing.step.${step}`)}
        </Step>
      ))}
    </List>
  );
}
