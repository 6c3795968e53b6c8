import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignPoint } from '@/api/types';
import { setZone } from '@/lib/dates';
import { courseOf } from './course';

const point = (at: string, delivered: number, answered = 0): CampaignPoint => ({
  at,
  sent: delivered,
  delivered,
  read: 0,
  failed: 0,
  answered,
});

describe('the course of a campaign', () => {
  beforeEach(() => setZone('America/Sao_Paulo'));
  afterEach(() => setZone(null));

  it('shows the quiet hours between two others', () => {
    const { unit, bars } = courseOf([point('2026-11-20T12:00:00Z', 5), point('2026-11-20T15:00:00Z', 2, 1)]);
    expect(unit).toBe('hour');
    expect(bars.map(({ at, delivered, answered }) => [at, delivered, answered])).toEqual([
      ['2026-11-20T12:00:00.000Z', 5, 0],
      ['2026-11-20T13:00:00.000Z', 0, 0],
      ['2026-11-20T14:00:00.000Z', 0, 0],
      ['2026-11-20T15:00:00.000Z', 2, 1],
    ]);
  });

  it('counts by the days of the company what takes longer than a day and a half', () => {
    const points = [
      point('2026-11-20T12:00:00Z', 5),
      // still the 20th in São Paulo
      point('2026-11-21T02:00:00Z', 3),
      point('2026-11-22T12:00:00Z', 1, 1),
    ];
    const { unit, bars } = courseOf(points);
    expect(unit).toBe('day');
    expect(bars.map(({ at, delivered, answered }) => [at, delivered, answered])).toEqual([
      ['2026-11-20', 8, 0],
      ['2026-11-21', 0, 0],
      ['2026-11-22', 1, 1],
    ]);
  });

  it('shows the last 31 days of a long one', () => {
    const { bars } = courseOf([point('2026-01-01T12:00:00Z', 5), point('2026-03-31T12:00:00Z', 1)]);
    expect(bars).toHaveLength(31);
    expect(bars[0]?.at).toBe('2026-03-01');
    expect(bars.at(-1)).toMatchObject({ at: '2026-03-31', delivered: 1 });
  });

  it('is empty before anything has happened', () => {
    expect(courseOf([]).bars).toEqual([]);
  });
});
