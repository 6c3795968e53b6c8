import { describe, expect, it } from 'vitest';
import { standingOf } from './companyStanding';

const at = (dueDate: string | null, now: string, status = true) => standingOf({ status, dueDate }, new Date(now)).kind;

describe('how a company stands', () => {
  it('is told five days before its due day, warned for three days after it and read only from the fourth', () => {
    expect(at('2026-11-21T12:00:00Z', '2026-11-15T20:00:00Z')).toBe('fine');
    expect(at('2026-11-21T12:00:00Z', '2026-11-16T15:00:00Z')).toBe('soon');
    expect(at('2026-11-21T12:00:00Z', '2026-11-21T20:00:00Z')).toBe('soon');
    expect(at('2026-11-21T12:00:00Z', '2026-11-22T15:00:00Z')).toBe('grace');
    expect(at('2026-11-21T12:00:00Z', '2026-11-24T15:00:00Z')).toBe('grace');
    expect(at('2026-11-21T12:00:00Z', '2026-11-25T15:00:00Z')).toBe('overdue');
    expect(at(null, '2099-01-01T00:00:00Z')).toBe('fine');
  });

  it('is suspended whatever it has paid', () => {
    expect(at('2099-01-01T00:00:00Z', '2026-11-21T15:00:00Z', false)).toBe('suspended');
  });
});
