import * as v from 'valibot';
import type { CheckoutBody, Invoice, Subscription } from '@/api/types';
import type { MessageId } from '@/i18n';
import { daysUntil } from '@/lib/dates';
import type { Tone } from '@/ui/Pill';

export type InvoiceState = 'paid' | 'overdue' | 'open' | 'cancelled';

/** A060: what is unpaid after its day is overdue. */
export function stateOf({ status, dueDate }: Pick<Invoice, 'status' | 'dueDate'>, now: Date): InvoiceState {
  if (status !== 'open') return status;
  const left = daysUntil(dueDate, now);
  return left !== null && left < 0 ? 'overdue' : 'open';
}

export const TONES: Record<InvoiceState, Tone> = {
  paid: 'success',
  overdue: 'danger',
  open: 'info',
  cancelled: 'neutral',
};

export const COUNTRIES = ['BR', 'usa'] as const;
type Country = (typeof COUNTRIES)[number];

export interface CheckoutForm {
  name: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  country: Country | '';
}

/** What is known of who is billed. */
export function formOf({ billing }: Pick<Subscription, 'billing'>): CheckoutForm {
  const { billingName, address, city, state, zipcode, country } = billing;
  return {
    name: billingName ?? '',
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    zipcode: zipcode ?? '',
    country: COUNTRIES.find((each) => each === country) ?? '',
  };
}

/** A040, as far as it is read: no amount, and nothing of a card. */
export const bodyOf = (form: CheckoutForm, invoiceId: number): CheckoutBody => ({
  invoiceId,
  firstName: form.name.trim(),
  address2: form.address.trim(),
  city: form.city.trim(),
  state: form.state.trim(),
  zipcode: form.zipcode.trim(),
  country: form.country === 'usa' ? 'usa' : 'BR',
});

const line = (needed: MessageId, most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(needed), v.maxLength(most, 'billing.long' satisfies MessageId));

/** A079. The texts are the ids of translations. */
export const checkoutSchema = v.object({
  name: line('billing.need.name', 200),
  address: line('billing.need.address', 200),
  city: line('billing.need.city', 200),
  state: v.pipe(v.string(), v.maxLength(60, 'billing.long' satisfies MessageId)),
  zipcode: line('billing.need.zipcode', 20),
  country: v.picklist(COUNTRIES, 'billing.need.country' satisfies MessageId),
});

/** Minutes and seconds until a time, `49:42`; null when it is over. */
export function countdown(until: string, now: number): string | null {
  const left = Math.floor((new Date(until).getTime() - now) / 1000);
  if (left <= 0) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`;
}

export interface Use {
  id: 'users' | 'connections' | 'queues' | 'storage';
  used: number;
  /** Null is without a limit. */
  most: number | null;
}

const GB = 1e9;

/** What a plan allows, and how much of it is used; files in GB. */
export const usesOf = ({ plan, usage }: Pick<Subscription, 'plan' | 'usage'>): readonly Use[] => [
  { id: 'users', used: usage.users, most: plan.users },
  { id: 'connections', used: usage.connections, most: plan.connections },
  { id: 'queues', used: usage.queues, most: plan.queues },
  { id: 'storage', used: Math.round(usage.storageBytes / (GB / 10)) / 10, most: plan.storageGb || null },
];
