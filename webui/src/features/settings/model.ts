import type { Setting } from '@/api/types';
import { DEFAULT_ZONE } from '@/lib/dates';

/** A139: the switches, each with a sentence on what it does, and beside which others they stand. */
export const SWITCHES = {
  messages: ['sendGreetingAccepted', 'sendMsgTransfTicket', 'sendGreetingMessageOneQueues'],
  service: ['CheckMsgIsGroup', 'call', 'hideNumbers', 'secondFactor'],
} as const;

/** B4: what is said of a transfer, each in words of the company's own where it has any. */
export const TRANSFER_TEXTS = ['transferQueueText', 'transferUserText', 'transferBothText'] as const;

/** B7: minutes that a customer has for his rating; what the server takes when nothing is set, and what is offered. */
export const DEFAULT_RATING_MINUTES = '10';
const RATING_MINUTES = ['5', '10', '15', '30', '60', '120'];

/** B4: who becomes a lead. */
export const LEADS_MODES = ['disabled', 'newContacts', 'bot'] as const;

/** A064: whose hours count. */
export const SCHEDULE_TYPES = ['disabled', 'queue', 'company'] as const;
export type ScheduleType = (typeof SCHEDULE_TYPES)[number];

/** How the robot offers choices. The family's other words are kept where they are set; all are answered with text. */
const CHAT_BOT_TYPES = ['text', 'button', 'list'] as const;
export const chatBotTypes = (set: string) => CHAT_BOT_TYPES.filter((each) => each === 'text' || each === set);

/** B4: minutes after the end in which a customer's message takes an ended conversation up again. */
const REOPEN_MINUTES = ['0', '15', '30', '60', '120', '240', '480', '1440', '2880', '10080'];

/** What waits for too long, and what may be done with it besides closing (B8). */
export const TIMEOUTS = [
  { key: 'chatbotTicketTimeout', actionKey: 'chatbotTicketTimeoutAction', first: 'close' },
  { key: 'noQueueTimeout', actionKey: 'noQueueTimeoutAction', first: 'close' },
  { key: 'openTicketTimeout', actionKey: 'openTicketTimeoutAction', first: 'pending' },
] as const;
export const OPEN_ACTIONS = ['pending', 'closed'] as const;

/** Nothing is done by itself: no minutes, no hours. */
export const NEVER = '0';
const LEAD_HOURS = [NEVER, '24', '48', '72', '168'];
const IDLE_MINUTES = [NEVER, '5', '10', '15', '30', '60', '120', '240', '480', '1440'];

/** Days for which administration's record is kept; the server takes 30 to 3650. */
export const DEFAULT_AUDIT_DAYS = '365';
const AUDIT_DAYS = ['30', '90', '180', '365', '730', '1825', '3650'];

/** The numbers on offer, and the one that is set. */
const withSet = (offered: readonly string[], set: string) =>
  [...new Set([...offered, set])].toSorted((one, other) => Number(one) - Number(other));

export const reopenMinutes = (set: string) => withSet(REOPEN_MINUTES, set);
export const ratingMinutes = (set: string) => withSet(RATING_MINUTES, set);
export const leadHours = (set: string) => withSet(LEAD_HOURS, set);
export const idleMinutes = (set: string) => withSet(IDLE_MINUTES, set);
export const auditDays = (set: string) => withSet(AUDIT_DAYS, set);

export const valueOf = (settings: readonly Setting[], key: string) => settings.find((each) => each.key === key)?.value;

export const isOn = (settings: readonly Setting[], key: string) => valueOf(settings, key) === 'enabled';

export function scheduleTypeOf(settings: readonly Setting[]): ScheduleType {
  const set = valueOf(settings, 'scheduleType');
  return SCHEDULE_TYPES.find((each) => each === set) ?? 'disabled';
}

/** The settings with another value of one; without a value it is as if nobody had set it. */
export const withValue = (settings: readonly Setting[], key: string, value: string | undefined): Setting[] => [
  ...settings.filter((each) => each.key !== key),
  ...(value === undefined ? [] : [{ key, value }]),
];

/** Every zone that the browser knows; the default one is always among them. */
export function zones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(DEFAULT_ZONE) ? known : [DEFAULT_ZONE, ...known];
}
