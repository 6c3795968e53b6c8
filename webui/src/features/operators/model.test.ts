import { describe, expect, it } from 'vitest';
import type { Operation } from '@/api/types';
import { every, handledPerSecond, withSample } from './model';

const sample = (at: string, messages: number, startedAt = '2026-11-01T00:00:00Z') =>
  ({ node: 'sp-1', startedAt, at, actors: [{ kind: 'room', messages }] }) as unknown as Operation;

describe('what a node does in a second', () => {
  const first = withSample(null, sample('2026-11-24T10:00:00Z', 100));

  it('is known from the second look on', () => {
    expect(handledPerSecond(first, 'room')).toBeNull();
    const second = withSample(first, sample('2026-11-24T10:00:05Z', 350));
    expect(handledPerSecond(second, 'room')).toBe(50);
    expect(handledPerSecond(second, 'desk')).toBeNull();
  });

  it('begins anew with a node that was started anew', () => {
    const restarted = withSample(first, sample('2026-11-24T10:00:05Z', 3, '2026-11-24T10:00:01Z'));
    expect(handledPerSecond(restarted, 'room')).toBeNull();
  });

  it('takes the same look once', () => {
    expect(withSample(first, sample('2026-11-24T10:00:00Z', 100))).toBe(first);
  });
});

it('says how often something is done in the largest whole unit', () => {
  expect(every(2)).toEqual({ unit: 'seconds', count: 2 });
  expect(every(60)).toEqual({ unit: 'minutes', count: 1 });
  expect(every(86_400)).toEqual({ unit: 'hours', count: 24 });
  expect(every(90)).toEqual({ unit: 'seconds', count: 90 });
});
