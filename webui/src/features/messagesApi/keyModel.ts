import * as v from 'valibot';
import type { ApiKey, ApiScope } from '@/api/types';
import type { MessageId } from '@/i18n';
import { dayKey, fieldOfDay, toWall } from '@/lib/dates';
import { addMonths } from '@/ui/calendarGrid';

/** What a key may do, reading before writing. */
export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'tickets:read',
  'tickets:write',
  'messages:read',
  'messages:write',
  'tags:read',
] as const satisfies readonly ApiScope[];

/** After how many days a key ends, or with a day of one's own. */
export const EXPIRIES = ['never', '30', '90', '365', 'day'] as const;
/** What a key that is changed may keep as well: the end that it has. */
export const CHANGED_EXPIRIES = ['same', ...EXPIRIES] as const;

const DAY_MS = 86_400_000;

export interface KeyForm {
  name: string;
  scopes: ApiScope[];
  expiry: (typeof CHANGED_EXPIRIES)[number];
  /** The last day on which it is good, where that is chosen. */
  day: string;
}

/** From today to five years ahead, where the company is. */
export function daysOf(now: Date) {
  const today = fieldOfDay(toWall(now));
  return { min: today, max: addMonths(today, 60) };
}

export const emptyForm = (): KeyForm => ({ name: '', scopes: [], expiry: 'never', day: '' });

/** A key as it is; one without an end says so. */
export const formOf = ({ name, scopes, expiresAt }: ApiKey): KeyForm => ({
  name,
  scopes: [...scopes],
  expiry: expiresAt === null ? 'never' : 'same',
  day: expiresAt === null ? '' : dayKey(expiresAt),
});

function endOf(expiry: KeyForm['expiry'], now: number, before: ApiKey | null) {
  if (expiry === 'same') return before?.expiresAt ?? null;
  return expiry === 'never' || expiry === 'day' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString();
}

/** `before` is the key that is changed. */
export const toPayload = ({ name, scopes, expiry, day }: KeyForm, now: number, before: ApiKey | null = null) => ({
  name: name.trim(),
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  expiresAt: endOf(expiry, now, before),
  ...(expiry === 'day' ? { expiresOn: day } : {}),
});

/** The texts are the ids of translations. */
const keyFields = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'messagesApi.keys.short' satisfies MessageId),
    v.maxLength(50, 'messagesApi.keys.long' satisfies MessageId),
  ),
  scopes: v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1, 'messagesApi.keys.scopesMissing' satisfies MessageId)),
  expiry: v.picklist(CHANGED_EXPIRIES),
  day: v.string(),
});

export const keySchema = v.pipe(
  keyFields,
  v.forward(
    v.partialCheck(
      [['expiry'], ['day']],
      ({ expiry, day }) => expiry !== 'day' || day !== '',
      'common.required' satisfies MessageId,
    ),
    ['day'],
  ),
);

export type KeyState = 'good' | 'until' | 'revoked' | 'expired';

/** Whether a key still opens anything. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'good';
  return Date.parse(expiresAt) <= now ? 'expired' : 'until';
}

/** A first call that does no harm. */
export const firstCall = (origin: string) =>
  [`curl ${origin}/api/v1/contacts?limit=10`, '-H "Authorization: Bearer $GUICHE_KEY"'].join(' \\\n  ');
