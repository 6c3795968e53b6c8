import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { translate } from '@/i18n';
import { setZone } from '@/lib/dates';
import {
  bodyOf,
  checkoutSchema,
  COUNTRIES,
  countdown,
  documentSchema,
  formOf,
  isDocument,
  stateOf,
  usesOf,
} from './model';

const NOW = new Date('2026-11-25T15:00:00Z');

describe('billing', () => {
  // spec: A060
  it('calls an invoice overdue after its day in the company', () => {
    setZone('America/Sao_Paulo');
    const state = (status: 'open' | 'paid', dueDate: string) => stateOf({ status, dueDate }, NOW);
    expect(state('open', '2026-11-24T15:00:00Z')).toBe('overdue');
    expect(state('open', '2026-11-25T12:00:00Z')).toBe('open');
    // Still the 24th in São Paulo.
    expect(state('open', '2026-11-25T02:00:00Z')).toBe('overdue');
    expect(state('paid', '2026-11-24T15:00:00Z')).toBe('paid');
    setZone(null);
  });

  // spec: A079
  it('says what is missing of who is billed', () => {
    const empty = { name: ' ', address: '', city: '', state: '', zipcode: '', country: '', document: '' };
    const { issues } = v.safeParse(checkoutSchema, empty);
    expect(issues?.map(({ message }) => message)).toEqual([
      'billing.need.name',
      'billing.need.address',
      'billing.need.city',
      'billing.need.zipcode',
      'billing.need.country',
    ]);
  });

  it('begins with what is known, and sends no amount and nothing of a card', () => {
    const none = { document: null, address2: null, city: null, state: null, zipcode: null };
    const billing = { ...none, billingName: 'Helena Castro', address: 'Rua das Acácias, 120', country: 'BR' };
    const form = formOf({ billing });
    expect(form).toMatchObject({ name: 'Helena Castro', city: '', country: 'BR' });
    expect(formOf({ billing: { ...billing, country: 'Brasil' } }).country).toBe('');
    const body = bodyOf({ ...form, city: ' São Paulo ', zipcode: '01310-100' }, 7);
    expect(body).toEqual({
      invoiceId: 7,
      firstName: 'Helena Castro',
      address2: 'Rua das Acácias, 120',
      city: 'São Paulo',
      state: '',
      zipcode: '01310-100',
      country: 'BR',
      document: '',
    });
  });

  // spec: A015
  it('offers Brazil and the United States, and sends what was chosen', () => {
    expect(COUNTRIES.map((each) => translate(`billing.country.${each}`))).toEqual(['Brasil', 'Estados Unidos']);
    const none = {
      document: null,
      billingName: null,
      address: null,
      address2: null,
      city: null,
      state: null,
      zipcode: null,
    };
    for (const country of ['BR', 'usa']) {
      expect(bodyOf(formOf({ billing: { ...none, country } }), 7).country).toBe(country);
    }
  });

  it('asks for the document of who pays where the bank does', () => {
    const form = { name: 'Ana', address: 'Rua A, 1', city: 'Recife', state: '', zipcode: '50000-000', country: 'BR' };
    const problems = (document: string) =>
      v.safeParse(documentSchema, { ...form, document }).issues?.map(({ message }) => message);
    expect(problems(' ')?.[0]).toBe('billing.need.document');
    expect(problems('11.222.333/0001-82')).toEqual(['billing.need.documentRight']);
    expect(problems('11.222.333/0001-81')).toBeUndefined();
    for (const right of ['249.715.637-92', '12.ABC.345/01DE-35', '12abc34501de35'])
      expect(isDocument(right)).toBe(true);
    for (const wrong of ['249.715.637-93', '111.111.111-11', '12.ABC.345/01DE-36', '2497156379A', '']) {
      expect(isDocument(wrong)).toBe(false);
    }
  });

  it('counts down to zero', () => {
    const left = (seconds: number) => countdown(new Date(NOW.getTime() + seconds * 1000).toISOString(), NOW.getTime());
    expect(left(49 * 60 + 42)).toBe('49:42');
    expect(left(3600)).toBe('60:00');
    expect(left(1)).toBe('00:01');
    expect(left(0)).toBeNull();
    expect(left(-5)).toBeNull();
  });

  it('shows files in GB, without a limit where the plan has none', () => {
    const usage = { users: 1, connections: 2, queues: 3, storageBytes: 6_240_000_000 };
    const plan = { users: 5, connections: 2, queues: 4, storageGb: 0 } as Parameters<typeof usesOf>[0]['plan'];
    expect(usesOf({ plan, usage }).at(-1)).toEqual({ id: 'storage', used: 6.2, most: null });
    expect(usesOf({ plan: { ...plan, storageGb: 20 }, usage }).at(-1)).toMatchObject({ most: 20 });
  });
});
