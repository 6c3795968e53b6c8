import * as v from 'valibot';
import type { ApiKey, ApiScope } from '@/api/types';
import type { MessageId } from '@/i18n';

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

/** After how many days a key ends. */
export const EXPIRIES = ['never', '30', '90', '365'] as const;

const DAY_MS = 86_400_000;

export interface KeyForm {
  name: string;
  scopes: ApiScope[];
  expiry: (typeof EXPIRIES)[number];
}

export const emptyForm = (): KeyForm => ({ name: '', scopes: [], expiry: 'never' });

export const toPayload = ({ name, scopes, expiry }: KeyForm, now: number) => ({
  name: name.trim(),
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  expiresAt: expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString(),
});

/** The texts are the ids of translations. */
export const keySchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'messagesApi.keys.short' satisfies MessageId),
    v.maxLength(50, 'messagesApi.keys.long' satisfies MessageId),
  ),
  scopes: v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1, 'messagesApi.keys.scopesMissing' satisfies MessageId)),
  expiry: v.picklist(EXPIRIES),
});

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
