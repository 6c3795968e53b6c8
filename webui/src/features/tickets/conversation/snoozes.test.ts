import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setZone } from '@/lib/dates';
import { endOf, offeredSnoozes } from './snoozes';

beforeEach(() => setZone('America/Sao_Paulo'));
afterEach(() => setZone(null));

describe('the ends that are offered', () => {
  // a Friday, 15:30 in São Paulo
  const friday = new Date('2026-11-20T18:30:00Z');

  it('are hours of the company', () => {
    expect(endOf('hour', friday)?.toISOString()).toBe('2026-11-20T19:30:00.000Z');
    expect(endOf('today', friday)?.toISOString()).toBe('2026-11-20T21:00:00.000Z');
    expect(endOf('tomorrow', friday)?.toISOString()).toBe('2026-11-21T12:00:00.000Z');
    expect(endOf('monday', friday)?.toISOString()).toBe('2026-11-23T12:00:00.000Z');
    expect(endOf('answer', friday)).toBeNull();
  });

  it('are none that are over, and on a Monday the next one', () => {
    expect(offeredSnoozes(new Date('2026-11-20T22:00:00Z'))).not.toContain('today');
    expect(endOf('monday', new Date('2026-11-23T13:00:00Z'))?.toISOString()).toBe('2026-11-30T12:00:00.000Z');
  });
});
