import { describe, expect, it } from 'vitest';
import type { DayHours } from '@/api/types';
import {
  alike,
  changeDay,
  copyDay,
  countChanged,
  inFull,
  isOvernight,
  isSound,
  partsOfDay,
  problemOf,
  spanOfDay,
  toSchedules,
  toWeek,
  WEEKDAYS,
  type Day,
} from './week';

const hours = (weekdayEn: string, startTime: string, endTime: string): DayHours => ({
  weekday: `${weekdayEn}!`,
  weekdayEn,
  startTime,
  endTime,
});
const day = (start: string, end: string): Day => ({ weekday: 'monday', name: 'Segunda', isOpen: true, start, end });

// The week that a company begins with (A136).
const USUAL = [
  ...WEEKDAYS.slice(0, 5).map((each) => hours(each, '08:00', '18:00')),
  hours('saturday', '08:00', '12:00'),
  hours('sunday', '00:00', '00:00'),
];

// spec: A080
describe('the hours of a week', () => {
  it('have every day from Monday, closed where there are no times or the same twice', () => {
    const week = toWeek([hours('saturday', '08:00', '12:00'), hours('sunday', '00:00', '00:00')]);
    expect(week.map((each) => each.weekday)).toEqual(WEEKDAYS);
    expect(week.filter((each) => each.isOpen).map((each) => each.weekday)).toEqual(['saturday']);
  });

  it('go back to the server as HH:MM under the names that it keeps, empty where it is closed', () => {
    const week = changeDay(toWeek(USUAL), 'monday', { start: '9', end: '1830' });
    const saved = toSchedules(week);
    expect(saved[0]).toEqual(hours('monday', '09:00', '18:30'));
    expect(saved[1]).toEqual(hours('tuesday', '08:00', '18:00'));
    expect(saved[6]).toEqual(hours('sunday', '', ''));
  });

  it('are written in short', () => {
    for (const [typed, full] of [
      ['8', '08:00'],
      ['08', '08:00'],
      ['830', '08:30'],
      ['1830', '18:30'],
      ['18h', '18:00'],
      ['7:05', '07:05'],
      ['0', '00:00'],
    ] as const) {
      expect(inFull(typed), typed).toBe(full);
    }
    for (const wrong of ['24:00', '8:75', 'oito', '', '-1']) expect(inFull(wrong), wrong).toBe(wrong);
  });

  it('say at which field what is wrong', () => {
    expect(problemOf(day('08:00', '18:00'))).toBeNull();
    expect(problemOf(day('25:00', '18:00'))).toEqual({ at: 'start', what: 'noTime' });
    expect(problemOf(day('08:00', ''))).toEqual({ at: 'end', what: 'noTime' });
    expect(problemOf(day('8', '08:00'))).toEqual({ at: 'end', what: 'equal' });
    expect(problemOf({ ...day('', ''), isOpen: false })).toBeNull();
    expect(isSound([day('08:00', '18:00'), day('08:00', 'x')])).toBe(false);
  });

  it('may last until the next day, on which they are open too', () => {
    const late = changeDay(toWeek(USUAL), 'sunday', { isOpen: true, start: '20:00', end: '02:00' });
    const sunday = late[6];
    expect(sunday && isOvernight(sunday)).toBe(true);
    expect(sunday && spanOfDay(sunday)).toEqual({ from: 1200, to: 1560 });
    expect(partsOfDay(late, 6)).toEqual([{ from: 1200, to: 1440 }]);
    expect(partsOfDay(late, 0)).toEqual([
      { from: 0, to: 120 },
      { from: 480, to: 1080 },
    ]);
  });

  it('are copied to the days that were like it, or to others', () => {
    const week = toWeek(USUAL);
    expect(alike(week, 'monday')).toEqual(['tuesday', 'wednesday', 'thursday', 'friday']);
    expect(alike(week, 'sunday')).toEqual([]);
    const changed = copyDay(changeDay(week, 'monday', { end: '17:00' }), 'monday', ['tuesday', 'sunday']);
    expect(changed.map(({ isOpen, end }) => isOpen && end)).toEqual([
      '17:00',
      '17:00',
      '18:00',
      '18:00',
      '18:00',
      '12:00',
      '17:00',
    ]);
    expect(countChanged(changed, week)).toBe(3);
  });

  it('of a closed day are remembered until it is opened again', () => {
    const closed = changeDay(toWeek(USUAL), 'saturday', { isOpen: false });
    expect(toSchedules(closed)[5]).toEqual(hours('saturday', '', ''));
    expect(toSchedules(changeDay(closed, 'saturday', { isOpen: true }))[5]).toEqual(
      hours('saturday', '08:00', '12:00'),
    );
  });
});
