import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { PlanDetails } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { LONG_SUBMIT_DELAY_MS } from '@/lib/submitDelay';
import { color, font, media } from '@/styles/tokens';
import { FormDialog } from '@/ui/FormDialog';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSavePlan } from './api';
import { FEATURES, isAmount, isLimit, leastOf, LIMITS, toBody, toForm, type PlanForm } from './model';

const Limits = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 14px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Note = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Features = styled.fieldset`
  display: grid;
  gap: 10px;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    margin-bottom: 10px;
    padding: 0;
    font-size: ${font.base};
    font-weight: ${font.semibold};
  }
`;

interface PlanDialogProps {
  /** Null makes a new one. */
  plan: PlanDetails | null;
  onClose: () => void;
}

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(plan);
  const [form, setForm] = useState(() => toForm(edited));
  const [isTried, setIsTried] = useState(false);
  const save = useSavePlan(edited?.id ?? null);
  const set = (change: Partial<PlanForm>) => setForm((known) => ({ ...known, ...change }));
  const length = form.name.trim().length;
  const isNamed = length >= 2 && length <= 50;
  const isReady = isNamed && isAmount(form.value) && LIMITS.every((limit) => isLimit(limit, form[limit]));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isReady) return;
    save.mutate(toBody(form), {
      onSuccess: () => {
        toast.success(t('platform.saved'));
        onClose();
      },
    });
  };
  const unless = (isGood: boolean, problem: string) => (isTried && !isGood ? problem : undefined);
  return (
    <FormDialog
      title={t(edited ? 'platform.plan.edit' : 'platform.plan.new')}
      saveLabel={t('platform.save')}
      isSaving={save.isPending}
      failure={save.isError ? `${t('platform.planFailed')} ${errorText(save.error)}` : null}
      onSubmit={handleSubmit}
      submitDelay={LONG_SUBMIT_DELAY_MS}
      onClose={onClose}
    >
      <TextField
        label={t('platform.name')}
        autoComplete="off"
        maxLength={50}
        value={form.name}
        error={unless(isNamed, t('platform.nameLength'))}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Limits>
        {LIMITS.map((limit) => (
          <TextField
            key={limit}
            label={t(`platform.plan.${limit}`)}
            inputMode="numeric"
            value={form[limit]}
            error={unless(isLimit(limit, form[limit]), t('platform.plan.wholeNumber', { least: leastOf(limit) }))}
            onChange={(event) => set({ [limit]: event.target.value })}
          />
        ))}
      </Limits>
      {edited && <Note>{t('platform.plan.lower')}</Note>}
      <TextField
        label={t('platform.plan.value')}
        inputMode="decimal"
        value={form.value}
        error={unless(isAmount(form.value), t('platform.plan.amount'))}
        onChange={(event) => set({ value: event.target.value })}
      />
      <Features>
        <legend>{t('platform.plan.features')}</legend>
        {FEATURES.map((name) => (
          <Switch
            key={name}
            isWide
            label={t(`platform.plan.${name}`)}
            isOn={form[name]}
            onChange={(isOn) => set({ [name]: isOn })}
          />
        ))}
      </Features>
    </FormDialog>
  );
}
