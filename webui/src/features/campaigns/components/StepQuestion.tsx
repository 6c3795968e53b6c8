import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useStep, type Step } from '../api';
import { remainingOf } from '../model';

/** What people are asked about first. */
export type AskedStep = Extract<Step, 'start' | 'cancel' | 'restart'>;

/** Pausing and going on are taken back by one press, so nobody is asked. */
export const isAsked = (step: Step): step is AskedStep => step === 'start' || step === 'cancel' || step === 'restart';

interface StepQuestionProps {
  campaign: Campaign;
  step: AskedStep;
  onClose: () => void;
}

/** Asks before people are written to, and before that ends: it says how many there are. */
export function StepQuestion({ campaign, step, onClose }: StepQuestionProps) {
  const t = useT();
  const go = useStep();
  const { name, counts } = campaign;
  const count = step === 'start' ? counts.valid : remainingOf(counts);
  return (
    <ConfirmDialog
      isOpen
      title={t(`campaigns.ask.${step}`, { name })}
      text={t(`campaigns.ask.${step}Text`, { count })}
      confirmLabel={t(`campaigns.${step}`)}
      cancelLabel={t('campaigns.back')}
      isDanger={step === 'cancel'}
      isBusy={go.isPending}
      onConfirm={() => go.mutate({ id: campaign.id, step }, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
