import type { Setting } from '../../api/types';

/** A139: the switches that the page shows, each with a sentence on what it does. */
export const sections = [
  { title: 'settings.messages', switches: ['sendGreetingAccepted', 'sendMsgTransfTicket'] },
  { title: 'settings.privacy', switches: ['CheckMsgIsGroup', 'hideNumbers'] },
] as const;

/** Where a company is that has not said so. */
export const DEFAULT_ZONE = 'America/Sao_Paulo';

export const valueOf = (settings: readonly Setting[], key: string) => settings.find((each) => each.key === key)?.value;

export const isOn = (settings: readonly Setting[], key: string) => valueOf(settings, key) === 'enabled';

/** Every zone that the browser knows; the default one is always among them. */
export function zones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(DEFAULT_ZONE) ? known : [DEFAULT_ZONE, ...known];
}
