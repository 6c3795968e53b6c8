import type { Setting } from '../../api/types';

/** A139: the switches that the page shows, each with a sentence on what it does. */
export const sections = [
  { title: 'settings.messages', switches: ['sendGreetingAccepted', 'sendMsgTransfTicket', 'userRating'] },
  { title: 'settings.privacy', switches: ['CheckMsgIsGroup', 'hideNumbers'] },
] as const;

/** B7: minutes that a customer has for his rating; what the server takes when nothing is set, and what is offered. */
export const DEFAULT_RATING_MINUTES = '10';
const RATING_MINUTES = ['5', '10', '15', '30', '60', '120'];

/** The minutes on offer, and those that are set. */
export const ratingMinutes = (set: string) =>
  [...new Set([...RATING_MINUTES, set])].toSorted((one, other) => Number(one) - Number(other));

/** Where a company is that has not said so. */
export const DEFAULT_ZONE = 'America/Sao_Paulo';

export const valueOf = (settings: readonly Setting[], key: string) => settings.find((each) => each.key === key)?.value;

export const isOn = (settings: readonly Setting[], key: string) => valueOf(settings, key) === 'enabled';

/** Every zone that the browser knows; the default one is always among them. */
export function zones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(DEFAULT_ZONE) ? known : [DEFAULT_ZONE, ...known];
}
