import { describe, expect, it } from 'vitest';
import type { DayHours } from '@/api/types';
import {
  addRange,
  alike,
  changeDay,
  changeRange,
  copyDay,
  countChanged,
  inFull,
  isOvernight,
  isSound,
  partsOfDay,
  problemOf,
  removeRange,
  spansOfDay,
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
  ranges: [],
});
const day = (start: string, end: string): Day => ({
  weekday: 'monday',
  name: 'Segunda',
  isOpen: true,
  start,
  end,
  more: [],
});

// The week that a company begins with.
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
    expect(problemOf(day('25:00', '18:00'))).toEqual({ place: 0, at: 'start', what: 'noTime' });
    expect(problemOf(day('08:00', ''))).toEqual({ place: 0, at: 'end', what: 'noTime' });
    expect(problemOf(day('8', '08:00'))).toEqual({ place: 0, at: 'end', what: 'equal' });
    expect(problemOf({ ...day('', ''), isOpen: false })).toBeNull();
    expect(isSound([day('08:00', '18:00'), day('08:00', 'x')])).toBe(false);
  });

  it('may last until the next day, on which they are open too', () => {
    const late = changeDay(toWeek(USUAL), 'sunday', { isOpen: true, start: '20:00', end: '02:00' });
    const sunday = late[6];
    expect(sunday && isOvernight(sunday)).toBe(true);
    expect(sunday && spansOfDay(sunday)).toEqual([{ from: 1200, to: 1560 }]);
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

  it('of a day have breaks, the last part into the night', () => {
    const [monday] = toWeek([hours('monday', '08:00', '12:00')]);
    if (!monday) throw new Error('no Monday');
    const two = { ...monday, ...addRange(monday) };
    expect(two.more).toEqual([{ start: '13:00', end: '17:00' }]);
    const three = { ...two, ...addRange(two) };
    expect(three.more[1]).toEqual({ start: '18:00', end: '22:00' });
    expect(addRange(three), 'three are all').toBeNull();
    const night = { ...three, ...changeRange(three, 2, { start: '20', end: '2' }) };
    expect(problemOf(night)).toBeNull();
    expect(isOvernight(night)).toBe(true);
    const [saved] = toSchedules([night]);
    expect(saved?.ranges).toEqual([
      { startTime: '13:00', endTime: '17:00' },
      { startTime: '20:00', endTime: '02:00' },
    ]);
    expect(saved && toWeek([saved])[0]?.more).toEqual([
      { start: '13:00', end: '17:00' },
      { start: '20:00', end: '02:00' },
    ]);
    const rest = { ...night, ...removeRange(night, 0) };
    expect([rest.start, rest.more]).toEqual(['13:00', [{ start: '20', end: '2' }]]);
    expect(addRange(day('20:00', '23:30')), 'no room').toBeNull();
  });

  it('follow one another', () => {
    const split = (...more: { start: string; end: string }[]) => ({ ...day('08:00', '12:00'), more });
    for (const [start, end, problem] of [
      ['13:00', '18:00', null],
      ['12:00', '18:00', { place: 1, at: 'start', what: 'order' }],
      ['07:00', '07:30', { place: 1, at: 'start', what: 'order' }],
      ['22:00', '08:30', { place: 1, at: 'end', what: 'order' }],
      ['22:00', '02:00', null],
      ['x', '02:00', { place: 1, at: 'start', what: 'noTime' }],
    ] as const) {
      expect(problemOf(split({ start, end })), `${start} ${end}`).toEqual(problem);
    }
    const early = { ...day('22:00', '02:00'), more: [{ start: '23:00', end: '23:30' }] };
    expect(problemOf(early)).toEqual({ place: 0, at: 'end', what: 'order' });
  });
});
