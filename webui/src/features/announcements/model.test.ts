import { describe, expect, it } from 'vitest';
import type { Announcement } from '@/api/types';
import { isSeen, newestOf, newOnes, toneOf } from './model';

const record = (id: number, createdAt: string, priority = 3): Announcement => ({
  id,
  title: `Aviso ${id}`,
  text: 'Texto',
  priority,
  status: true,
  companyId: null,
  visibleFrom: null,
  visibleUntil: null,
  mediaPath: null,
  mediaName: null,
  mediaUrl: null,
  createdAt,
  updatedAt: createdAt,
});

// spec: S047
describe('announcements', () => {
  // spec: S140
  it('are red, orange or grey', () => {
    expect([1, 2, 3].map((priority) => toneOf({ priority }))).toEqual(['danger', 'warning', 'neutral']);
  });

  it('are new until they have been looked at', () => {
    const records = [record(1, '2026-11-20T12:00:00Z', 1), record(2, '2026-11-20T12:00:00.5Z')];
    expect(newOnes(records, null)).toBe(2);
    expect(newOnes(records, '2026-11-20T12:00:00Z')).toBe(1);
    expect(newestOf(records)).toBe('2026-11-20T12:00:00.5Z');
    expect(newOnes(records, newestOf(records))).toBe(0);
    expect(newestOf([])).toBeNull();
  });

  // spec: A114
  it('are seen by those whom they are for, between their times', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const seen = (more: object) => isSeen({ ...record(1, '2026-11-01T12:00:00Z'), ...more }, 7, now);
    expect(seen({})).toBe(true);
    expect(seen({ status: false })).toBe(false);
    expect([seen({ companyId: 7 }), seen({ companyId: 8 })]).toEqual([true, false]);
    expect([seen({ visibleFrom: '2026-11-20T12:00:00Z' }), seen({ visibleFrom: '2026-11-20T12:00:01Z' })]).toEqual([
      true,
      false,
    ]);
    expect([seen({ visibleUntil: '2026-11-20T12:00:01Z' }), seen({ visibleUntil: '2026-11-20T12:00:00Z' })]).toEqual([
      true,
      false,
    ]);
  });

  it('are new when their time has come, not when they were written', () => {
    const late = { ...record(1, '2026-11-01T12:00:00Z'), visibleFrom: '2026-11-20T12:00:00Z' };
    expect(newOnes([late], '2026-11-10T12:00:00Z')).toBe(1);
    expect(newestOf([late])).toBe('2026-11-20T12:00:00Z');
  });
});
