import { describe, expect, it } from 'vitest';
import type { Announcement } from '@/api/types';
import { newestOf, newOnes, toneOf } from './model';

const record = (id: number, createdAt: string, priority = 3): Announcement => ({
  id,
  title: `Aviso ${id}`,
  text: 'Texto',
  priority,
  status: true,
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
});
