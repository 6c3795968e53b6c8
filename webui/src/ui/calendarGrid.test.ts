import { describe, expect, it } from 'vitest';
import { addMonths, anyWeek, moved, weeksOf } from './calendarGrid';

describe('the days of a month', () => {
  it('stand in their weeks, from the first weekday of the language', () => {
    const fromSunday = weeksOf('2026-11-26', 0);
    expect(fromSunday[0]).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`));
    expect(fromSunday).toHaveLength(5);
    const fromMonday = weeksOf('2026-11-26', 1);
    expect(fromMonday[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(fromMonday).toHaveLength(6);
    for (const weeks of [fromSunday, fromMonday]) expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  });

  it('are named by the weekdays above them', () => {
    expect(anyWeek(1).map((day) => new Date(`${day}T00:00Z`).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6, 0]);
  });

  it('are led to by keys', () => {
    const to = (key: string, isShift = false) => moved('2026-11-26', key, isShift, 1);
    expect(to('ArrowLeft')).toBe('2026-11-25');
    expect(to('ArrowDown')).toBe('2026-12-03');
    expect(to('Home')).toBe('2026-11-23');
    expect(to('End')).toBe('2026-11-29');
    expect(moved('2026-11-26', 'Home', false, 0)).toBe('2026-11-22');
    expect(to('PageDown')).toBe('2026-12-26');
    expect(to('PageUp', true)).toBe('2025-11-26');
    expect(to('a')).toBeNull();
  });

  it('end with the month where it is shorter', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('9999-12-31', 1)).toBe('9999-12-31');
  });
});
