import { describe, expect, it } from 'vitest';
import type { Connection, DayHours } from '@/api/types';
import { makeProgress } from '@/dev/fixtures';
import { countDone, firstUndone, isDone, shownConnection, weekOf } from './model';

const NOTHING = makeProgress();

describe('the steps of a first hour', () => {
  it('open the first one that is not done, also behind one that is', () => {
    expect(firstUndone(NOTHING)).toBe('connection');
    expect(firstUndone({ ...NOTHING, connection: true, team: true })).toBe('queues');
    const all = { ...NOTHING, connection: true, queues: true, team: true, hours: true, greeting: true, answer: true };
    expect([firstUndone(all), countDone(all)]).toEqual([null, 5]);
  });

  it('need hours and a greeting together', () => {
    expect(isDone({ ...NOTHING, hours: true }, 'welcome')).toBe(false);
    expect(isDone({ ...NOTHING, greeting: true }, 'welcome')).toBe(false);
    expect(countDone({ ...NOTHING, hours: true, greeting: true, tickets: true })).toBe(1);
  });
});

it('shows a number that is connected before one that is not', () => {
  const [down, up] = [{ id: 1, status: 'DISCONNECTED' } as Connection, { id: 2, status: 'CONNECTED' } as Connection];
  expect(shownConnection([down, up])).toBe(up);
  expect(shownConnection([down])).toBe(down);
  expect(shownConnection([])).toBeUndefined();
});

it('writes working days and leaves the weekend', () => {
  const day = (weekdayEn: string): DayHours => ({
    weekday: '',
    weekdayEn,
    startTime: '01:00',
    endTime: '02:00',
    ranges: [],
  });
  const week = weekOf([day('monday'), day('saturday')], '09:00', '17:00');
  expect(week.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual(['09:00-17:00', '01:00-02:00']);
});
