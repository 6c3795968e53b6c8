import { describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/api/types';
import { subscriptionOf } from './model';

const answer = (dueDate: string | null, isSuper = false) =>
  ({ token: 't', user: { super: isSuper, company: { dueDate } } }) as AuthAnswer;
const now = new Date(2026, 10, 20, 15, 0);

// spec: S070 S133
describe('subscription at log-in', () => {
  it.each([
    ['2026-11-19', { state: 'expired', dueDate: '2026-11-19' }],
    ['2026-11-20', { state: 'ending', days: 0 }],
    ['2026-11-21', { state: 'ending', days: 1 }],
    ['2026-11-24', { state: 'ending', days: 4 }],
    ['2026-11-25', { state: 'ok' }],
    [null, { state: 'ok' }],
  ])('due %s', (dueDate, expected) => {
    expect(subscriptionOf(answer(dueDate), now)).toEqual(expected);
  });

  it('never warns the super user', () => {
    expect(subscriptionOf(answer('2020-01-01', true), now)).toEqual({ state: 'ok' });
  });
});
