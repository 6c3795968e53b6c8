import type { Connection, ConnectionChange, ConnectionStatus, Provider } from '@/api/types';
import type { Tone } from '@/ui/Pill';

export type SessionAction = 'showQr' | 'tryAgain' | 'newQr' | 'disconnect' | 'connecting';

/** A053-A058: the session buttons of a status. A number of the official API is never paired by a QR code. Supervisors
 * start sessions and pair phones, and end none (rule B18). */
export function sessionActions(
  { status, provider }: { status: ConnectionStatus; provider: Provider },
  isAdmin = true,
): SessionAction[] {
  switch (status) {
    case 'qrcode':
      return ['showQr'];
    case 'DISCONNECTED':
      return provider === 'cloud' || !isAdmin ? ['tryAgain'] : ['tryAgain', 'newQr'];
    case 'PAIRING':
    case 'TIMEOUT':
      return isAdmin ? ['disconnect'] : [];
    case 'OPENING':
      return ['connecting'];
    case 'CONNECTED':
      return [];
  }
}

const TONES: Record<ConnectionStatus, Tone> = {
  CONNECTED: 'success',
  qrcode: 'warning',
  PAIRING: 'warning',
  TIMEOUT: 'warning',
  OPENING: 'neutral',
  DISCONNECTED: 'danger',
};

export const statusTone = (status: ConnectionStatus): Tone => TONES[status];

/** What the dialog edits. Secrets are empty unless they are to be set anew. */
export interface ConnectionForm {
  provider: Provider;
  name: string;
  isDefault: boolean;
  queueIds: number[];
  greetingMessage: string;
  complationMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  expiresInactiveMessage: string;
  /** Numbers as they are typed. */
  expiresTicket: string;
  timeUseBotQueues: string;
  maxUseBotQueues: string;
  timeToTransfer: string;
  /** The id of a queue, or empty for none. */
  transferQueueId: string;
  /** The id of a prompt, or empty for none. */
  promptId: string;
  /** The id of an integration, or empty for none. */
  integrationId: string;
  token: string;
  removesToken: boolean;
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
}

/** A137 */
const MENUS_MAX = 3;

export function toForm(connection: Connection | null): ConnectionForm {
  return {
    provider: connection?.provider ?? 'beta',
    name: connection?.name ?? '',
    isDefault: connection?.isDefault ?? false,
    queueIds: connection?.queues.map((queue) => queue.id) ?? [],
    greetingMessage: connection?.greetingMessage ?? '',
    complationMessage: connection?.complationMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    ratingMessage: connection?.ratingMessage ?? '',
    expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
    expiresTicket: String(connection?.expiresTicket ?? 0),
    timeUseBotQueues: String(connection?.timeUseBotQueues ?? 0),
    maxUseBotQueues: String(connection?.maxUseBotQueues ?? MENUS_MAX),
    timeToTransfer: String(connection?.timeToTransfer ?? ''),
    transferQueueId: String(connection?.transferQueueId ?? ''),
    promptId: String(connection?.promptId ?? ''),
    integrationId: String(connection?.integrationId ?? ''),
    token: '',
    removesToken: false,
    phoneNumberId: connection?.cloud?.phoneNumberId ?? '',
    wabaId: connection?.cloud?.wabaId ?? '',
    accessToken: '',
    appSecret: '',
    verifyToken: '',
  };
}

const SECRETS = ['accessToken', 'appSecret', 'verifyToken'] as const;

const numberOr = <Other>(text: string, other: Other) => (text.trim() === '' ? other : Number(text));

/** The body of the call: cloud fields only for cloud numbers, a secret only when something was typed. */
export function toPayload(form: ConnectionForm): ConnectionChange {
  const { provider, phoneNumberId, wabaId, accessToken: _a, appSecret: _s, verifyToken: _v, ...rest } = form;
  const { token, removesToken, ...common } = rest;
  const payload: ConnectionChange = {
    provider,
    ...common,
    name: form.name.trim(),
    expiresTicket: numberOr(form.expiresTicket, 0),
    timeUseBotQueues: numberOr(form.timeUseBotQueues, 0),
    maxUseBotQueues: numberOr(form.maxUseBotQueues, 0),
    timeToTransfer: numberOr(form.timeToTransfer, null),
    transferQueueId: numberOr(form.transferQueueId, null),
    promptId: numberOr(form.promptId, null),
    integrationId: numberOr(form.integrationId, null),
  };
  if (removesToken) payload.token = '';
  else if (token.trim() !== '') payload.token = token.trim();
  if (provider !== 'cloud') return payload;
  payload.phoneNumberId = phoneNumberId.trim();
  payload.wabaId = wabaId.trim();
  for (const secret of SECRETS) {
    const value = form[secret].trim();
    if (value !== '') payload[secret] = value;
  }
  return payload;
}

const TOKEN_BYTES = 24;

/** A token that nobody guesses. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Eight letters in two halves, as they are read from a screen. */
export const letterHalves = (code: string): [string[], string[]] => [
  code.slice(0, 4).split(''),
  code.slice(4).split(''),
];
