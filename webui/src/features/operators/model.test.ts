import { describe, expect, it } from 'vitest';
import type { Operation } from '@/api/types';
import { every, failedFirst, handledPerSecond, shortNode, sortedBy, spanParts, withSample } from './model';

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
  expect(every(86_400)).toEqual({ unit: 'days', count: 1 });
  expect(every(90)).toEqual({ unit: 'seconds', count: 90 });
});

it('says how long something lasts in its largest unit, and days with their hours', () => {
  expect(spanParts(0.4)).toEqual([{ unit: 'seconds', count: 0 }]);
  expect(spanParts(2290)).toEqual([{ unit: 'minutes', count: 38 }]);
  expect(spanParts(86_400)).toEqual([{ unit: 'days', count: 1 }]);
  expect(spanParts(12 * 86_400 + 4 * 3600 + 59)).toEqual([
    { unit: 'days', count: 12 },
    { unit: 'hours', count: 4 },
  ]);
});

it('shortens the long ids of nodes to what tells them apart', () => {
  const [one, twin, other] = [
    '01a21ce4-d5fd-7356-a595-03e436968ea1',
    '01a21ce4-d600-7001-8000-03e43696beef',
    '01a30000-d600-7001-8000-03e43696beef',
  ];
  expect(shortNode('sp-1', [one])).toBe('sp-1');
  expect(shortNode(one, [one, other])).toBe('01a21ce4');
  expect(shortNode(one, [one, twin])).toBe('01a21ce4…8ea1');
});

describe('rows in order', () => {
  const rows = [{ ms: 2 }, { ms: null }, { ms: 10 }];
  const order = (isDescending: boolean) => sortedBy(rows, ({ ms }) => ms, isDescending).map(({ ms }) => ms);

  it('are put there as numbers, those without a value last', () => {
    expect(order(false)).toEqual([2, 10, null]);
    expect(order(true)).toEqual([10, 2, null]);
  });

  it('of jobs begin with what failed', () => {
    const jobs = [
      { name: 'b', failed: false },
      { name: 'c', failed: true },
      { name: 'a', failed: false },
    ];
    expect(failedFirst(jobs, ({ name }) => name).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });
});
