import { describe, expect, it } from 'vitest';
import { dayDistance, formatBytes, formatDuration, formatMoment, shortName } from './format';

const now = new Date(2026, 6, 2, 15, 0);
const at = (day: number, hour = 9) => new Date(2026, 6, day, hour, 5).toISOString();

describe('times and names', () => {
  // spec: S032 S142
  it('shows the time of day today and the date otherwise', () => {
    expect(formatMoment(at(2), 'pt', now)).toBe('09:05');
    expect(formatMoment(at(2, 0), 'en', now)).toBe('00:05');
    expect(formatMoment(at(1), 'en', now)).toBe('01/07/2026');
    expect([dayDistance(at(2), now), dayDistance(at(1), now), dayDistance(at(1, 0), now)]).toEqual([0, 1, 1]);
    expect(dayDistance(new Date(2026, 5, 30).toISOString(), now)).toBeNull();
  });

  // spec: S032
  it('shortens names to ten characters on narrow screens', () => {
    expect(shortName('Beatriz Nogueira', true)).toBe('Beatriz No…');
    expect(shortName('Beatriz Nogueira', false)).toBe('Beatriz Nogueira');
    expect(shortName('Téo', true)).toBe('Téo');
  });

  it('writes lengths and sizes', () => {
    expect(formatDuration(24.4)).toBe('0:24');
    expect(formatDuration(Number.NaN)).toBe('0:00');
    expect(formatDuration(605)).toBe('10:05');
    expect(formatBytes(0, 'pt')).toBe('0 B');
    expect(formatBytes(1_250_000, 'pt')).toBe('1,3 MB');
  });
});
