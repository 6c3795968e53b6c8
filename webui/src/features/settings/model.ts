import { DEFAULT_ZONE } from '@/lib/dates';
import type { Setting } from '@/api/types';

/** A139: the switches that the page shows, each with a sentence on what it does. */
export const sections = [
  { title: 'settings.messages', switches: ['sendGreetingAccepted', 'sendMsgTransfTicket', 'userRating'] },
  { title: 'settings.privacy', switches: ['CheckMsgIsGroup', 'hideNumbers'] },
] as const;

/** B7: minutes that a customer has for his rating; what the server takes when nothing is set, and what is offered. */
export const DEFAULT_RATING_MINUTES = '10';
const RATING_MINUTES = ['5', '10', '15', '30', '60', '120'];

/** B4: who becomes a lead. */
export const LEADS_MODES = ['disabled', 'newContacts'] as const;

/** Hours without a message after which a lead is closed. */
export const NEVER = '0';
const LEAD_HOURS = [NEVER, '24', '48', '72', '168'];

/** The numbers on offer, and the one that is set. */
const withSet = (offered: readonly string[], set: string) =>
  [...new Set([...offered, set])].toSorted((one, other) => Number(one) - Number(other));

export const ratingMinutes = (set: string) => withSet(RATING_MINUTES, set);
export const leadHours = (set: string) => withSet(LEAD_HOURS, set);

export const valueOf = (settings: readonly Setting[], key: string) => settings.find((each) => each.key === key)?.value;

export const isOn = (settings: readonly Setting[], key: string) => valueOf(settings, key) === 'enabled';

/** Every zone that the browser knows; the default one is always among them. */
export function zones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(DEFAULT_ZONE) ? known : [DEFAULT_ZONE, ...known];
}
