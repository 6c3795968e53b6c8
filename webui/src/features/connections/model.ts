import type { Connection, ConnectionChange, ConnectionStatus, Provider } from '@/api/types';
import type { Tone } from '@/ui/Pill';

export type SessionAction = 'showQr' | 'tryAgain' | 'newQr' | 'disconnect' | 'connecting';

/** A053-A058: the session buttons of a status. A number of the official API is never paired by a QR code. */
export function sessionActions({
  status,
  provider,
}: {
  status: ConnectionStatus;
  provider: Provider;
}): SessionAction[] {
  switch (status) {
    case 'qrcode':
      return ['showQr'];
    case 'DISCONNECTED':
      return provider === 'cloud' ? ['tryAgain'] : ['tryAgain', 'newQr'];
    case 'PAIRING':
    case 'TIMEOUT':
      return ['disconnect'];
    case 'OPENING':
      return ['connecting'];
    case 'CONNECTED':
      return [];
  }
}

const TONES: Record<ConnectionStatus, Tone> = {
  CONNECTED: 'success',
  qrcode: 'info',
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
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
}

export function toForm(connection: Connection | null): ConnectionForm {
  return {
    provider: connection?.provider ?? 'cloud',
    name: connection?.name ?? '',
    isDefault: connection?.isDefault ?? false,
    queueIds: connection?.queues.map((queue) => queue.id) ?? [],
    greetingMessage: connection?.greetingMessage ?? '',
    complationMessage: connection?.complationMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    ratingMessage: connection?.ratingMessage ?? '',
    phoneNumberId: connection?.cloud?.phoneNumberId ?? '',
    wabaId: connection?.cloud?.wabaId ?? '',
    accessToken: '',
    appSecret: '',
    verifyToken: '',
  };
}

const SECRETS = ['accessToken', 'appSecret', 'verifyToken'] as const;

/** The body of the call: cloud fields only for cloud numbers, a secret only when something was typed. */
export function toPayload(form: ConnectionForm): ConnectionChange {
  const { provider, phoneNumberId, wabaId, accessToken: _a, appSecret: _s, verifyToken: _v, ...common } = form;
  const payload: ConnectionChange = { provider, ...common, name: form.name.trim() };
  if (provider !== 'cloud') return payload;
  payload.phoneNumberId = phoneNumberId.trim();
  payload.wabaId = wabaId.trim();
  for (const secret of SECRETS) {
    const value = form[secret].trim();
    if (value !== '') payload[secret] = value;
  }
  return payload;
}
