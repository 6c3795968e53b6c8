import * as v from 'valibot';
import type { Webhook, WebhookDelivery, WebhookEvent } from '@/api/types';
import type { MessageId } from '@/i18n';
import type { Tone } from '@/ui/Pill';

/** What can be chosen, in the order of a conversation. */
export const EVENTS = [
  'message.received',
  'message.sent',
  'message.status',
  'ticket.created',
  'ticket.updated',
  'ticket.closed',
  'contact.created',
  'contact.updated',
] as const satisfies readonly WebhookEvent[];

export const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly WebhookDelivery['state'][];

export type ChosenEvent = (typeof EVENTS)[number];

export interface WebhookForm {
  name: string;
  url: string;
  events: ChosenEvent[];
  active: boolean;
}

export const toForm = (webhook: Webhook | null): WebhookForm => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook ? EVENTS.filter((event) => webhook.events.includes(event)) : ['message.received'],
  active: webhook?.active ?? true,
});

export const toPayload = ({ name, url, events, active }: WebhookForm) => ({
  name: name.trim(),
  url: url.trim(),
  events: EVENTS.filter((event) => events.includes(event)),
  active,
});

const isAddress = (typed: string) => /^https?:\/\/\S+$/.test(typed.trim());

/** The texts are the ids of translations. */
export const webhookSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'webhooks.short' satisfies MessageId),
    v.maxLength(50, 'webhooks.long' satisfies MessageId),
  ),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.maxLength(2000, 'webhooks.long' satisfies MessageId),
    v.check(isAddress, 'webhooks.urlWrong' satisfies MessageId),
  ),
  events: v.pipe(v.array(v.picklist(EVENTS)), v.minLength(1, 'webhooks.eventsMissing' satisfies MessageId)),
  active: v.boolean(),
});

/** How a delivery ended, at a glance. */
export function toneOf({ state, lastStatus, lastError }: WebhookDelivery): Tone {
  if (state === 'delivered') return 'success';
  if (state === 'failed') return 'danger';
  return lastStatus === null && lastError === null ? 'neutral' : 'warning';
}

/** A body with its parts on lines of their own; text that is none stays as it is. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
