import { describe, expect, it } from 'vitest';
import { goTo, led, monthsOf, openAt, ordered, placeIn, turned } from './calendarRange';

const TODAY = '2026-11-23';

describe('the range of a calendar', () => {
  it('goes from the earlier of its two days to the later, in whichever order they are pressed', () => {
    expect(ordered('2026-11-20', '2026-11-03')).toEqual({ from: '2026-11-03', until: '2026-11-20' });
    expect(ordered('2026-11-03', '2026-11-20')).toEqual({ from: '2026-11-03', until: '2026-11-20' });
  });

  it('knows its ends from the days between them', () => {
    const week = { from: '2026-11-17', until: TODAY };
    expect(['2026-11-16', '2026-11-17', '2026-11-20', TODAY].map((day) => placeIn(day, week))).toEqual([
      null,
      'first',
      'within',
      'last',
    ]);
    expect(placeIn(TODAY, { from: TODAY, until: TODAY })).toBe('only');
    expect(placeIn(TODAY, null)).toBeNull();
  });
});

describe('the months of a calendar', () => {
  it('end with that of the chosen day, and with today where there is none or it is yet to come', () => {
    expect(openAt('2026-09-04', TODAY)).toEqual({ day: '2026-09-04', last: '2026-09' });
    expect(openAt('', TODAY)).toEqual({ day: TODAY, last: '2026-11' });
    expect(openAt('2100-01-01', TODAY)).toEqual({ day: TODAY, last: '2026-11' });
    expect(monthsOf('2026-01', 2)).toEqual(['2025-12', '2026-01']);
    expect(monthsOf('2026-01', 1)).toEqual(['2026-01']);
  });

  it('follow the keys only when the day would leave them, and never go past today', () => {
    const press = (day: string, key: string, count = 2) =>
      led({ day, last: '2026-11' }, { key, shiftKey: false }, { count, today: TODAY, firstWeekday: 0 });
    expect(press('2026-11-01', 'ArrowLeft')).toEqual({ day: '2026-10-31', last: '2026-11' });
    expect(press('2026-11-01', 'ArrowLeft', 1)).toEqual({ day: '2026-10-31', last: '2026-10' });
    expect(press('2026-10-01', 'ArrowUp')).toEqual({ day: '2026-09-24', last: '2026-10' });
    expect(press('2026-11-20', 'ArrowDown')).toEqual({ day: TODAY, last: '2026-11' });
    expect(press('2026-10-31', 'PageDown')).toEqual({ day: TODAY, last: '2026-11' });
    expect(press('2026-11-18', 'Home')).toEqual({ day: '2026-11-15', last: '2026-11' });
    expect(press('2026-11-18', 'Enter')).toBeNull();
    expect(goTo({ day: '2026-08-31', last: '2026-08' }, '2026-09-01', 2, TODAY).last).toBe('2026-09');
  });

  it('are turned over with their day, up to today', () => {
    expect(turned({ day: '2026-10-31', last: '2026-10' }, -1, TODAY)).toEqual({ day: '2026-09-30', last: '2026-09' });
    expect(turned({ day: '2026-10-30', last: '2026-10' }, 1, TODAY)).toEqual({ day: TODAY, last: '2026-11' });
    expect(turned({ day: TODAY, last: '2026-11' }, 1, TODAY)).toEqual({ day: TODAY, last: '2026-11' });
  });
});
