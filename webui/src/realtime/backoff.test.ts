import { describe, expect, it } from 'vitest';
import { isExpired, reconnectDelay, tokenExpiry } from './backoff';
import { Sequence } from './sequence';

const jwt = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`;

describe('reconnecting', () => {
  // spec: S070
  it('waits between half a second and ten seconds, longer with each failure', () => {
    for (const attempt of [0, 1, 5, 50]) {
      expect(reconnectDelay(attempt, () => 0)).toBe(500);
      expect(reconnectDelay(attempt, () => 1)).toBeLessThanOrEqual(10_000);
    }
    expect(reconnectDelay(0, () => 1)).toBe(1000);
    expect(reconnectDelay(9, () => 1)).toBe(10_000);
  });

  // spec: S070
  it('knows an expired token', () => {
    expect(tokenExpiry(jwt({ exp: 100 }))).toBe(100_000);
    expect(isExpired(jwt({ exp: 100 }), 90_000)).toBe(true);
    expect(isExpired(jwt({ exp: 100 }), 10_000)).toBe(false);
    expect(isExpired('nonsense', 0)).toBe(false);
  });
});

describe('sequence numbers', () => {
  // spec: S069
  it('refuses what is older than the last event of the same record only', () => {
    const sequence = new Sequence();
    sequence.start(10);
    expect(sequence.accept('ticket:1', 12)).toBe(true);
    expect(sequence.accept('ticket:1', 12)).toBe(true);
    expect(sequence.accept('ticket:1', 11)).toBe(false);
    expect(sequence.accept('ticket:2', 11)).toBe(true);
    expect(sequence.accept('ticket:3', undefined)).toBe(true);
    expect(sequence.last).toBe(12);
  });
});
