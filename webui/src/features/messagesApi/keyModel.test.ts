import { describe, expect, it } from 'vitest';
import type { ApiKey } from '@/api/types';
import * as v from 'valibot';
import { daysOf, emptyForm, firstCall, formOf, keySchema, stateOf, toPayload } from './keyModel';

const KEY: ApiKey = {
  id: 1,
  name: 'ERP',
  prefix: 'gchk_Ab12cd3',
  scopes: ['contacts:read'],
  expiresAt: null,
  revokedAt: null,
  usedAt: null,
  createdAt: '2026-11-25T12:00:00Z',
};
const NOW = Date.parse('2026-11-25T12:00:00Z');

describe('a key', () => {
  it('is good until it is taken back or its time has come', () => {
    expect(stateOf(KEY, NOW)).toBe('good');
    expect(stateOf({ ...KEY, expiresAt: '2026-11-25T12:00:01Z' }, NOW)).toBe('until');
    expect(stateOf({ ...KEY, expiresAt: '2026-11-25T12:00:00Z' }, NOW)).toBe('expired');
    expect(stateOf({ ...KEY, expiresAt: '2026-11-25T11:00:00Z', revokedAt: '2026-11-24T12:00:00Z' }, NOW)).toBe(
      'revoked',
    );
  });

  it('is asked for with its scopes in their order, and days as a time', () => {
    const form = { ...emptyForm(), name: ' ERP ', scopes: ['tags:read' as const, 'contacts:read' as const] };
    expect(toPayload(form, NOW)).toEqual({ name: 'ERP', scopes: ['contacts:read', 'tags:read'], expiresAt: null });
    expect(toPayload({ ...form, expiry: '30' }, NOW).expiresAt).toBe('2026-12-25T12:00:00.000Z');
  });

  it('keeps its end when it is changed, unless another one is chosen', () => {
    const ending = { ...KEY, expiresAt: '2026-11-30T12:00:00.123456Z' };
    const form = { ...formOf(ending), name: 'Loja' };
    expect(toPayload(form, NOW, ending)).toEqual({
      name: 'Loja',
      scopes: ['contacts:read'],
      expiresAt: '2026-11-30T12:00:00.123456Z',
    });
    expect(toPayload({ ...form, expiry: 'never' }, NOW, ending).expiresAt).toBeNull();
    expect(formOf(KEY).expiry).toBe('never');
  });

  it('ends with a day of one’s own, which is not left out', () => {
    const form = { ...emptyForm(), name: 'ERP', scopes: ['tags:read' as const], expiry: 'day' as const };
    const { issues = [] } = v.safeParse(keySchema, form);
    expect(issues.map(({ message, path }) => [message, path?.[0]?.key])).toEqual([['common.required', 'day']]);
    const whole = { ...form, day: '2027-01-31' };
    expect(v.safeParse(keySchema, whole).success).toBe(true);
    expect(toPayload(whole, NOW)).toMatchObject({ expiresAt: null, expiresOn: '2027-01-31' });
    expect(toPayload({ ...whole, expiry: '30' }, NOW)).not.toHaveProperty('expiresOn');
    expect(daysOf(new Date(NOW))).toEqual({ min: '2026-11-25', max: '2031-11-25' });
  });

  it('is tried by reading', () => {
    expect(firstCall('https://guiche.example')).toContain('curl https://guiche.example/api/v1/contacts?limit=10');
  });
});
