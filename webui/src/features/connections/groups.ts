import type { ConnectionForm } from './model';

/** The groups of the dialog, in their order, and the fields of each. */
export const GROUPS = {
  general: [
    'provider',
    'name',
    'phoneNumberId',
    'wabaId',
    'accessToken',
    'appSecret',
    'verifyToken',
    'queueIds',
    'isDefault',
  ],
  texts: ['greetingMessage', 'outOfHoursMessage', 'ratingMessage', 'complationMessage'],
  bot: ['timeUseBotQueues', 'maxUseBotQueues', 'promptId', 'integrationId'],
  idle: ['expiresTicket', 'expiresInactiveMessage'],
  transfer: ['transferQueueId', 'timeToTransfer'],
  api: ['token', 'removesToken'],
} as const satisfies Record<string, readonly (keyof ConnectionForm)[]>;

export type Group = keyof typeof GROUPS;

export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** The groups in which something is wrong, in their order. */
export function groupsOf(fields: readonly string[]): Group[] {
  return GROUP_NAMES.filter((group) => GROUPS[group].some((field) => fields.includes(field)));
}
