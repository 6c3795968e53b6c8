import { describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/api/types';
import { dueDateOf, subscriptionOf } from './model';

const answer = (dueDate: string | null, isSuper = false) =>
  ({ token: 't', user: { super: isSuper, company: { dueDate } } }) as AuthAnswer;
const now = new Date(2026, 10, 20, 15, 0);

// spec: S070 S071 S133
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

  it('never locks the super user out', () => {
    expect(subscriptionOf(answer('2020-01-01', true), now)).toEqual({ state: 'ok' });
  });

  it('reads the due date of a refusal', () => {
    expect(dueDateOf({ error: 'ERR_COMPANY_EXPIRED', dueDate: '2026-11-01' })).toBe('2026-11-01');
    expect(dueDateOf(null)).toBeNull();
    expect(dueDateOf({ dueDate: 5 })).toBeNull();
  });
});
