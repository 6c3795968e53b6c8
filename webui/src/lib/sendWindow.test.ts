import { expect, it } from 'vitest';
import { isClosed, isShort, leftOf } from './sendWindow';

const now = Date.parse('2026-07-01T12:00:00Z');

it('counts down to the minute and is closed at its end', () => {
  expect(leftOf({ endsAt: '2026-07-01T15:12:00Z' }, now)).toEqual({ hours: 3, minutes: 12 });
  expect(leftOf({ endsAt: '2026-07-01T12:00:01Z' }, now)).toEqual({ hours: 0, minutes: 1 });
  expect(isClosed({ endsAt: '2026-07-01T12:00:01Z' }, now)).toBe(false);
  expect(isClosed({ endsAt: '2026-07-01T12:00:00Z' }, now)).toBe(true);
});

it('is closed for who never wrote, and there is none where text always passes', () => {
  expect(isClosed({ endsAt: null }, now)).toBe(true);
  expect(isClosed(null, now)).toBe(false);
  expect(leftOf(null, now)).toBeNull();
});

it('warns in its last hour', () => {
  expect(isShort({ hours: 0, minutes: 59 })).toBe(true);
  expect(isShort({ hours: 1, minutes: 0 })).toBe(false);
});
