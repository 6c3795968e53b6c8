import { describe, expect, it } from 'vitest';
import { compareIso } from './iso';

describe('moments of the server', () => {
  it('are ordered to the microsecond, whatever number of digits they have', () => {
    const ordered = [
      '2026-07-01T11:59:59.999999Z',
      '2026-07-01T12:00:00Z',
      '2026-07-01T12:00:00.000001Z',
      '2026-07-01T12:00:00.500Z',
      '2026-07-01T12:00:00.500123Z',
      '2026-07-01T12:00:01Z',
    ];
    expect(ordered.toReversed().toSorted(compareIso)).toEqual(ordered);
    expect(compareIso('2026-07-01T12:00:00Z', '2026-07-01T12:00:00.000Z')).toBe(0);
  });
});
