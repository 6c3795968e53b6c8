import type { OfferedPlan } from '@/api/types';

/** What the form edits. */
export interface SignupForm {
  name: string;
  email: string;
  /** Digits only: the mask is the field's. */
  phone: string;
  password: string;
  planId: number | null;
}

/** Who was invited and comes in. */
export interface Newcomer {
  name: string;
  email: string;
  password: string;
}

/** S008: the company that the address names. */
export function companyOf(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get('companyId') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** S141: what the form says besides; the server decides these by itself. */
export function toPayload(form: SignupForm, now: Date, companyId?: number) {
  const dueDate = new Date(now);
  dueDate.setDate(dueDate.getDate() + 3);
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    phone: form.phone,
    password: form.password,
    planId: form.planId ?? 0,
    recurrence: 'MENSAL',
    dueDate: dueDate.toISOString(),
    status: 't',
    campaignsEnabled: true,
    ...(companyId !== undefined && { companyId }),
  };
}

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** What a plan costs a month; prices are in Brazilian money in every language. */
export const priceOf = (plan: OfferedPlan) => MONEY.format(plan.value);

/** What makes a new password good: 8 to 50 characters with upper and lower case and a digit. */
export const isStrong = (password: string) =>
  password.length >= 8 &&
  password.length <= 50 &&
  /\p{Lu}/u.test(password) &&
  /\p{Ll}/u.test(password) &&
  /\d/.test(password);
