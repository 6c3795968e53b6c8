import type { PlanChange, PlanDetails } from '@/api/types';

/** A037, in the order in which they are shown. */
export const FEATURES = [
  'useSchedules',
  'useInternalChat',
  'useCampaigns',
  'useKanban',
  'useExternalApi',
  'useIntegrations',
  'useOpenAi',
] as const;
export type FeatureName = (typeof FEATURES)[number];

export const LIMITS = ['users', 'connections', 'queues', 'storageGb'] as const;
export type LimitName = (typeof LIMITS)[number];

/** A company needs somebody; numbers and queues it may be without. */
export const leastOf = (limit: LimitName) => (limit === 'users' ? 1 : 0);
const LIMIT_MAX = 100_000;
const VALUE_MAX = 1_000_000;

/** What the dialog edits; numbers as they are typed. */
export type PlanForm = Record<LimitName | 'name' | 'value', string> & Record<FeatureName, boolean>;

export function toForm(plan: PlanDetails | null): PlanForm {
  const features = Object.fromEntries(FEATURES.map((name) => [name, plan?.[name] ?? false])) as Record<
    FeatureName,
    boolean
  >;
  return {
    name: plan?.name ?? '',
    users: plan ? String(plan.users) : '',
    connections: plan ? String(plan.connections) : '',
    queues: plan ? String(plan.queues) : '',
    storageGb: plan ? String(plan.storageGb) : '0',
    value: plan ? String(plan.value) : '0',
    ...features,
  };
}

/** As people type it here: 1.299,90 or 1299.90. */
export function amountOf(text: string): number {
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  return plain.trim() === '' ? Number.NaN : Number(plain);
}

export const isLimit = (limit: LimitName, text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= leastOf(limit) && Number(text) <= LIMIT_MAX;

export const isAmount = (text: string) => amountOf(text) >= 0 && amountOf(text) <= VALUE_MAX;

export function toBody(form: PlanForm): PlanChange {
  const features = Object.fromEntries(FEATURES.map((name) => [name, form[name]]));
  const limits = Object.fromEntries(LIMITS.map((limit) => [limit, Number(form[limit])]));
  return { ...features, ...limits, name: form.name.trim(), value: amountOf(form.value) };
}
