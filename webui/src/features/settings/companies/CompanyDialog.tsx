import { useId, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { LONG_SUBMIT_DELAY_MS } from '@/lib/submitDelay';
import { useUser } from '@/state/session';
import { color, font, media } from '@/styles/tokens';
import { DateField } from '@/ui/DateField';
import { FormDialog } from '@/ui/FormDialog';
import { PasswordField } from '@/ui/PasswordField';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveCompany } from './api';
import { RECURRENCES, toBody, toForm, type CompanyForm } from './model';

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 14px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Group = styled.fieldset`
  display: grid;
  gap: 14px;
  min-width: 0;
  margin: 0;
  padding: 14px 0 0;
  border: 0;
  border-top: 1px solid ${color.line};

  & > legend {
    float: left;
    margin-bottom: 12px;
    padding: 0;
    font-size: ${font.base};
    font-weight: ${font.semibold};
  }
`;

const Text = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const BILLING = ['billingName', 'document', 'address', 'address2', 'city', 'state', 'zipcode', 'country'] as const;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface CompanyDialogProps {
  /** Null makes a new one. */
  company: CompanyDetails | null;
  plans: readonly PlanDetails[];
  onClose: () => void;
}

/** A012 A036: everything about a company; a new one with its first administrator. */
export function CompanyDialog({ company, plans, onClose }: CompanyDialogProps) {
  const t = useT();
  const own = useUser();
  const statusText = useId();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(company);
  const [form, setForm] = useState(() => toForm(edited, new Date()));
  const [isTried, setIsTried] = useState(false);
  const save = useSaveCompany(edited?.id ?? null);
  const set = (change: Partial<CompanyForm>) => setForm((known) => ({ ...known, ...change }));
  const text = (field: keyof CompanyForm) => ({
    value: String(form[field]),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  const length = form.name.trim().length;
  const wrongEmail = (value: string) => value.trim() !== '' && !EMAIL.test(value.trim());
  const problems = {
    name: length < 2 || length > 50 ? t('platform.nameLength') : undefined,
    planId: form.planId === '' ? t('platform.required') : undefined,
    // A080: and the first administrator has it unless he has one of his own.
    email:
      form.email.trim() === ''
        ? t('platform.required')
        : wrongEmail(form.email)
          ? t('platform.emailInvalid')
          : undefined,
    adminEmail: wrongEmail(form.adminEmail) ? t('platform.emailInvalid') : undefined,
  };
  const shown = isTried ? problems : ({} as Partial<typeof problems>);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    save.mutate(toBody(form, edited), {
      onSuccess: ({ invitationSent }) => {
        if (invitationSent === false) toast.warning(t('platform.company.notInvited'));
        else toast.success(t('platform.saved'));
        onClose();
      },
    });
  };

  return (
    <FormDialog
      title={t(edited ? 'platform.company.edit' : 'platform.company.new')}
      size="lg"
      saveLabel={t('platform.save')}
      isSaving={save.isPending}
      failure={save.isError ? `${t('platform.companyFailed')} ${errorText(save.error)}` : null}
      onSubmit={handleSubmit}
      submitDelay={LONG_SUBMIT_DELAY_MS}
      onClose={onClose}
    >
      <TextField label={t('platform.name')} maxLength={50} error={shown.name} {...text('name')} />
      <Pair>
        <TextField type="email" label={t('platform.email')} error={shown.email} {...text('email')} />
        <TextField type="tel" label={t('platform.company.phone')} maxLength={30} {...text('phone')} />
      </Pair>
      <Pair>
        <Select
          label={t('platform.company.plan')}
          placeholder=""
          error={shown.planId}
          value={form.planId}
          options={plans.map((plan) => ({ value: String(plan.id), label: plan.name }))}
          onValueChange={(planId) => set({ planId })}
        />
        <Select
          label={t('platform.company.recurrence')}
          hint={t('platform.company.onlyMonthly')}
          value={form.recurrence}
          options={RECURRENCES.map((value) => ({
            value,
            label: t(`platform.company.${value}`),
            // A138: the others are there for what was set elsewhere.
            disabled: value !== 'MENSAL' && value !== edited?.recurrence,
          }))}
          onValueChange={(value) => set({ recurrence: RECURRENCES.find((each) => each === value) ?? 'MENSAL' })}
        />
      </Pair>
      <Pair>
        <DateField label={t('platform.company.due')} value={form.due} canBeEmpty onChange={(due) => set({ due })} />
        <DateField
          label={t('platform.company.trialExpiration')}
          value={form.trial}
          canBeEmpty
          onChange={(trial) => set({ trial })}
        />
      </Pair>
      <Switch
        isWide
        disabled={edited?.id === own.companyId}
        label={
          <span>
            {t('platform.company.status')}
            <Text id={statusText}>{t('platform.company.statusText')}</Text>
          </span>
        }
        isOn={form.isActive}
        onChange={(isActive) => set({ isActive })}
      />
      <Switch
        isWide
        label={
          <span>
            {t('platform.company.campaigns')}
            <Text>{t('platform.company.campaignsText')}</Text>
          </span>
        }
        isOn={form.hasCampaigns}
        onChange={(hasCampaigns) => set({ hasCampaigns })}
      />
      {edited === null && (
        <Group>
          <legend>{t('platform.company.admin')}</legend>
          <Pair>
            <TextField label={t('platform.company.adminName')} maxLength={50} {...text('adminName')} />
            <TextField
              type="email"
              label={t('platform.company.adminEmail')}
              error={shown.adminEmail}
              {...text('adminEmail')}
            />
          </Pair>
          <PasswordField
            label={t('platform.company.password')}
            hint={t('platform.company.passwordHint')}
            maxLength={50}
            {...text('password')}
            autoComplete="new-password"
          />
        </Group>
      )}
      <Group>
        <legend>{t('platform.company.billing')}</legend>
        <Pair>
          {BILLING.map((field) => (
            <TextField key={field} label={t(`platform.company.${field}`)} maxLength={200} {...text(field)} />
          ))}
        </Pair>
      </Group>
    </FormDialog>
  );
}
