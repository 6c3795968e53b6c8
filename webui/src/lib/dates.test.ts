import { describe, expect, it } from 'vitest';
import { daysUntil, formatDate, formatDateTime, parseDate } from './dates';

// spec: S142
describe('dates', () => {
  it('keeps a day a day, whatever the time zone', () => {
    expect(formatDate('2026-12-30')).toBe('30/12/2026');
    expect(formatDate('2026-12-30T00:00:00.000Z')).toBe('30/12/2026');
  });

  it('shows an instant as dd/MM/yy HH:mm', () => {
    const local = new Date(2026, 0, 5, 9, 7);
    expect(formatDateTime(local.toISOString())).toBe('05/01/26 09:07');
  });

  it('counts days and answers nothing for what is no date', () => {
    const now = new Date(2026, 10, 20, 23, 59);
    expect(daysUntil('2026-11-24', now)).toBe(4);
    expect(daysUntil('2026-11-19', now)).toBe(-1);
    expect(daysUntil(null, now)).toBeNull();
    expect(parseDate('soon')).toBeNull();
    expect(formatDate('')).toBe('');
  });
});
