import { describe, expect, it } from 'vitest';
import type { CompanyDetails } from '@/api/types';
import { dueColour, farUntil, isReadOnly, lockedFrom, nextDue, toBody, toForm } from './model';

const now = new Date('2026-11-23T15:00:00Z');
const due = (day: string) => `${day}T12:00:00Z`;
const company = {
  id: 7,
  name: 'Padaria Estrela',
  email: null,
  phone: '11 4002-8922',
  status: true,
  dueDate: '2026-11-30T18:30:00Z',
  planId: 2,
  recurrence: 'MENSAL',
  campaignsEnabled: false,
  trialExpiration: null,
} as unknown as CompanyDetails;

// spec: A061
describe('the colour of a due date', () => {
  it.each([
    ['2026-11-19', 'red'],
    ['2026-11-20', 'orange'],
    ['2026-11-23', 'orange'],
    ['2026-11-27', 'orange'],
    ['2026-11-28', 'yellow'],
    ['2026-11-29', null],
  ] as const)('%s is %s', (day, colour) => expect(dueColour(due(day), now)).toBe(colour));

  it('is none without a due date', () => expect(dueColour(null, now)).toBeNull());

  it('says who may only look', () => {
    expect(isReadOnly({ status: true, dueDate: due('2026-11-19') }, now)).toBe(true);
    expect(isReadOnly({ status: true, dueDate: due('2026-11-20') }, now)).toBe(false);
    expect(isReadOnly({ status: false, dueDate: null }, now)).toBe(true);
  });
});

// spec: A062
describe('the next due date', () => {
  it.each([
    ['MENSAL', '2027-02-28'],
    ['BIMESTRAL', '2027-03-31'],
    ['TRIMESTRAL', '2027-04-30'],
    ['SEMESTRAL', '2027-07-31'],
    ['ANUAL', '2028-01-31'],
  ] as const)('is after %s', (recurrence, day) => expect(nextDue(due('2027-01-31'), recurrence, now)).toBe(day));

  it('is counted from today where there is none', () => expect(nextDue(null, 'MENSAL', now)).toBe('2026-12-23'));
});

describe('the form of a company', () => {
  it('sends no date whose day did not change, so that its hour stays', () => {
    const body = toBody(toForm(company, now), company);
    expect(body).not.toHaveProperty('dueDate');
    expect(body).not.toHaveProperty('trialExpiration');
    expect(body).toMatchObject({
      name: 'Padaria Estrela',
      planId: 2,
      status: true,
      campaignsEnabled: false,
      email: '',
    });
  });

  // spec: A080
  it('sends a new day, and null for one that was emptied or is none', () => {
    const form = toForm(company, now);
    expect(toBody({ ...form, due: '2027-01-05' }, company).dueDate).toBe('2027-01-05T12:00:00Z');
    for (const day of ['', ' ', '2027-02-30', '0027-01-05', 'amanhã']) {
      expect(toBody({ ...form, due: day }, company).dueDate, day).toBeNull();
      expect(toBody({ ...form, due: day }, null).dueDate, day).toBeNull();
    }
  });

  it('begins a new company with one month, and names its admin only where he was typed', () => {
    const form = toForm(null, now);
    expect(form).toMatchObject({ due: '2026-12-23', recurrence: 'MENSAL', isActive: true });
    const body = toBody({ ...form, name: ' Nova ', planId: '3', adminEmail: 'ana@nova.example' }, null);
    expect(body).toMatchObject({ name: 'Nova', planId: 3, adminEmail: 'ana@nova.example' });
    expect(body).not.toHaveProperty('password');
    expect(body).not.toHaveProperty('adminName');
  });
});

describe('the words of a due date', () => {
  it.each([
    ['2027-01-22', null],
    ['2027-01-23', { years: 0, months: 2 }],
    ['2027-11-22', { years: 0, months: 11 }],
    ['2027-11-23', { years: 1, months: 0 }],
    ['2027-12-28', { years: 1, months: 1 }],
  ] as const)('%s is so far away', (day, far) => expect(farUntil(due(day), now)).toEqual(far));

  it('says from which day a company may only look', () =>
    expect(lockedFrom(due('2026-11-28')).toISOString().slice(0, 10)).toBe('2026-12-02'));
});
