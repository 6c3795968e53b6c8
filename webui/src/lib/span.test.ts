import { describe, expect, it } from 'vitest';
import { spanOf, spanSince } from './span';

describe('how long', () => {
  it.each([
    [-5, 'seconds', 0],
    [0, 'seconds', 0],
    [59.9, 'seconds', 59],
    [60, 'minutes', 1],
    [3599, 'minutes', 59],
    [3600, 'hours', 1],
    [86_399, 'hours', 23],
    [86_400, 'days', 1],
  ] as const)('%s seconds are %s %s', (seconds, unit, count) => {
    expect(spanOf(seconds)).toEqual({ unit, count });
  });

  it('is counted from an instant, if there is one', () => {
    expect(spanSince('2026-11-24T12:00:00Z', Date.parse('2026-11-24T12:14:59Z'))).toEqual({
      unit: 'minutes',
      count: 14,
    });
    expect(spanSince(null, 0)).toBeNull();
  });
});
