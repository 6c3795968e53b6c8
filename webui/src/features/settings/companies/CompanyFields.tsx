import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import type { PlanDetails } from '@/api/types';
import { useT } from '@/i18n';
import { money } from '@/lib/money';
import { useUser } from '@/state/session';
import { color, font, media } from '@/styles/tokens';
import { DateField } from '@/ui/DateField';
import { PasswordField } from '@/ui/PasswordField';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { RECURRENCES } from './model';
import { UsageBars } from './UsageBars';
import type { CompanyEditing } from './useCompanyForm';

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

const Part = styled.div`
  display: grid;
  gap: 14px;
  padding-top: 16px;
  border-top: 1px solid ${color.line};
`;

const Text = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const BILLING = ['billingName', 'document', 'address', 'address2', 'city', 'state', 'zipcode', 'country'] as const;

interface FieldsProps {
  editing: CompanyEditing;
  plans: readonly PlanDetails[];
}

/** A012 A036: everything about a company; a new one with its first administrator. */
export function CompanyFields({ editing, plans, dueNote }: FieldsProps & { dueNote?: ReactNode }) {
  const t = useT();
  const { known, form, set, text, shown } = editing;
  return (
    <>
      <TextField label={t('platform.name')} maxLength={50} error={shown.name} {...text('name')} />
      <Pair>
        <TextField type="email" label={t('platform.email')} error={shown.email} {...text('email')} />
        <TextField type="tel" label={t('platform.company.phone')} maxLength={30} {...text('phone')} />
      </Pair>
      <StatusSwitch editing={editing} />
      <PlanFields editing={editing} plans={plans} />
      <DueFields editing={editing} plans={plans} dueNote={dueNote} />
      <Part>
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
      </Part>
      {known === null && <AdminFields editing={editing} />}
      <Group>
        <legend>{t('platform.company.billing')}</legend>
        <Pair>
          {BILLING.map((field) => (
            <TextField key={field} label={t(`platform.company.${field}`)} maxLength={200} {...text(field)} />
          ))}
        </Pair>
      </Group>
    </>
  );
}

function StatusSwitch({ editing: { known, form, set } }: Pick<FieldsProps, 'editing'>) {
  const t = useT();
  const own = useUser();
  const statusText = useId();
  return (
    <Switch
      isWide
      disabled={known?.id === own.companyId}
      label={
        <span>
          {t('platform.company.status')}
          <Text id={statusText}>{t('platform.company.statusText')}</Text>
        </span>
      }
      isOn={form.isActive}
      onChange={(isActive) => set({ isActive })}
    />
  );
}

function PlanFields({ editing: { known, form, set, shown }, plans }: FieldsProps) {
  const t = useT();
  const plan = plans.find(({ id }) => String(id) === form.planId);
  return (
    <Part>
      <Pair>
        <Select
          label={t('platform.company.plan')}
          placeholder=""
          error={shown.planId}
          value={form.planId}
          options={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
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
            disabled: value !== 'MENSAL' && value !== known?.recurrence,
          }))}
          onValueChange={(value) => set({ recurrence: RECURRENCES.find((each) => each === value) ?? 'MENSAL' })}
        />
      </Pair>
      {/* what it uses, of what the chosen plan allows */}
      {known && plan && <UsageBars isNamed plan={plan} usage={known.usage} />}
    </Part>
  );
}

function DueFields({ editing: { known, form, set }, plans, dueNote }: FieldsProps & { dueNote: ReactNode }) {
  const t = useT();
  const plan = plans.find(({ id }) => String(id) === form.planId);
  return (
    <Part>
      <Pair>
        {/* one that its own button moved is another field: what stands in it is no change */}
        <DateField
          key={known?.dueDate}
          label={t('platform.company.due')}
          value={form.due}
          canBeEmpty
          onChange={(due) => set({ due })}
        />
        <TextField label={t('platform.company.value')} disabled value={plan ? money(plan.value) : '—'} />
      </Pair>
      {dueNote}
      <Pair>
        <DateField
          label={t('platform.company.trialExpiration')}
          value={form.trial}
          canBeEmpty
          onChange={(trial) => set({ trial })}
        />
      </Pair>
    </Part>
  );
}

function AdminFields({ editing: { text, shown } }: Pick<FieldsProps, 'editing'>) {
  const t = useT();
  return (
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
  );
}
