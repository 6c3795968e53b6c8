import * as v from 'valibot';
import type { CheckoutBody, Invoice, PlanOffer, Subscription } from '@/api/types';
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
  document: string;
}

/** What is known of who is billed. */
export function formOf({ billing }: Pick<Subscription, 'billing'>): CheckoutForm {
  const { billingName, address, city, state, zipcode, country, document } = billing;
  return {
    name: billingName ?? '',
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    zipcode: zipcode ?? '',
    country: COUNTRIES.find((each) => each === country) ?? '',
    document: document ?? '',
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
  document: form.document.trim(),
});

/** Whether the two characters after the first `body` follow from those before them; weights begin anew after `most`. */
function endsRight(values: readonly number[], body: number, most: number): boolean {
  return [body, body + 1].every((at) => {
    const sum = values
      .slice(0, at)
      .toReversed()
      .reduce((all, value, index) => all + value * (2 + (index % (most - 1))), 0);
    const rest = sum % 11;
    return values[at] === (rest < 2 ? 0 : 11 - rest);
  });
}

/** A CPF or a CNPJ, which may have letters, with its signs or without. */
export function isDocument(text: string): boolean {
  const plain = text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  if (!/^[\dA-Z]+$/.test(plain) || new Set(plain).size === 1) return false;
  const values = [...plain].map((sign) => sign.charCodeAt(0) - 48);
  if (plain.length === 11) return /^\d+$/.test(plain) && endsRight(values, 9, 99);
  return plain.length === 14 && endsRight(values, 12, 9);
}

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
  document: v.string(),
});

/** The same where the bank asks for the payer's document. */
export const documentSchema = v.object({
  ...checkoutSchema.entries,
  document: v.pipe(
    line('billing.need.document', 20),
    v.check(isDocument, 'billing.need.documentRight' satisfies MessageId),
  ),
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

type Plan = PlanOffer['plan'];

/** What a company has now and would not have with another plan. */
export const lostFeatures = (from: Plan, to: Plan) => FEATURES.filter((each) => from[each] && !to[each]);

/** Files that have to go, in GB with one digit, rounded up. */
export const excessGb = (used: number, most: number) => Math.ceil((used - most) / (GB / 10)) / 10;

/** The invoice that a choice of plan leads to: the difference, or else the next payment. */
export const nextInvoice = ({ chosenPlan, openInvoice }: Subscription): Invoice | null =>
  chosenPlan?.invoice ?? openInvoice ?? null;

/** An invoice as it was last told. */
export const sameInvoice = ({ chosenPlan, openInvoice }: Subscription, invoice: Invoice): Invoice =>
  [openInvoice, chosenPlan?.invoice].find((one) => one?.id === invoice.id) ?? invoice;

/** What a plan allows, and how much of it is used; files in GB. */
export const usesOf = ({ plan, usage }: Pick<Subscription, 'plan' | 'usage'>): readonly Use[] => [
  { id: 'users', used: usage.users, most: plan.users },
  { id: 'connections', used: usage.connections, most: plan.connections },
  { id: 'queues', used: usage.queues, most: plan.queues },
  { id: 'storage', used: Math.round(usage.storageBytes / (GB / 10)) / 10, most: plan.storageGb || null },
];
