import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Holiday } from '@/api/types';
import { changeDay, toWeek, WEEKDAYS } from '@/ui/week';
import { dayOf, holidaySchema, missing, sorted, standingAt, toBody, toForm } from './model';

const holiday = (more: Partial<Holiday>): Holiday => ({
  id: 1,
  date: '2026-12-25',
  yearly: false,
  name: 'Natal',
  queueId: null,
  startTime: null,
  endTime: null,
  ...more,
});

const WEEK = toWeek(
  WEEKDAYS.slice(0, 5).map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTime: '08:00',
    endTime: '18:00',
    ranges: [],
  })),
);
/** A Friday. */
const at = (hours: number, minutes = 0) => new Date(2026, 10, 20, hours, minutes);

describe('the form of a holiday', () => {
  const problemsOf = (change: object) => {
    const checked = v.safeParse(holidaySchema, { ...toForm(holiday({})), ...change });
    return (checked.issues ?? []).map((issue) => issue.message);
  };

  it('gives back what it was made of', () => {
    const half = holiday({ startTime: '08:00', endTime: '12:00', yearly: true, queueId: 4 });
    const { id, ...body } = half;
    expect(id).toBe(1);
    expect(toBody(toForm(half))).toEqual(body);
    expect(toBody({ ...toForm(null), name: ' Natal ', date: '2026-12-25' })).toMatchObject({
      name: 'Natal',
      startTime: null,
      queueId: null,
    });
  });

  it('says what is wrong', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ name: 'N' })).toEqual(['hours.nameShort']);
    expect(problemsOf({ date: '' })).toEqual(['common.required']);
    expect(problemsOf({ isOpen: true, start: '8', end: '12' })).toEqual([]);
    expect(problemsOf({ isOpen: true, start: 'oito' })).toEqual(['hours.noTime']);
    expect(problemsOf({ isOpen: true, start: '12:00', end: '12:00' })).toEqual(['hours.endsBefore']);
    expect(problemsOf({ isOpen: false, start: 'oito' })).toEqual([]);
  });
});

describe('the list of holidays', () => {
  it('shows a yearly one on the day that comes next', () => {
    const christmas = holiday({ date: '2020-12-25', yearly: true });
    expect(dayOf(christmas, '2026-12-25')).toBe('2026-12-25');
    expect(dayOf(christmas, '2026-12-26')).toBe('2027-12-25');
  });

  it('has those to come before those that are over', () => {
    const { next, past } = sorted(
      [
        holiday({ id: 1, date: '2027-01-15' }),
        holiday({ id: 2, date: '2020-12-25', yearly: true }),
        holiday({ id: 3, date: '2026-03-01' }),
      ],
      '2026-11-20',
    );
    expect(next.map((each) => each.holiday.id)).toEqual([2, 1]);
    expect(past.map((each) => each.holiday.id)).toEqual([3]);
  });

  it('is offered the national days that it has not', () => {
    const offered = [
      { date: '2027-12-25', name: 'Natal', yearly: true },
      { date: '2027-03-26', name: 'Sexta-feira Santa', yearly: false },
    ];
    const kept = [holiday({ yearly: true }), holiday({ date: '2027-03-26', queueId: 4 })];
    expect(missing(offered, kept, '2026-11-20').map(({ name }) => name)).toEqual(['Sexta-feira Santa']);
    expect(missing(offered, [], '2027-06-01').map(({ name }) => name)).toEqual(['Natal']);
  });
});

describe('what customers meet now', () => {
  it('is open until the last minute of the day', () => {
    expect(standingAt(WEEK, [], at(8))).toEqual({ isOpen: true, until: at(18) });
    expect(standingAt(WEEK, [], at(18))).toEqual({ isOpen: true, until: at(18) });
    expect(standingAt(WEEK, [], at(18, 1))).toEqual({ isOpen: false, until: new Date(2026, 10, 23, 8) });
  });

  it('is open in the night that a day before began, unless a holiday ends it', () => {
    const late = changeDay(WEEK, 'thursday', { start: '20:00', end: '03:00' });
    expect(standingAt(late, [], at(2))).toEqual({ isOpen: true, until: at(3) });
    const half = holiday({ date: '2026-11-20', startTime: '09:00', endTime: '12:00' });
    expect(standingAt(late, [half], at(2))).toEqual({ isOpen: false, until: at(9) });
    expect(standingAt(late, [half], at(10))).toEqual({ isOpen: true, until: at(12) });
  });

  it('follows holidays of the company and not those of a queue', () => {
    expect(standingAt(WEEK, [holiday({ date: '2026-11-20', queueId: 3 })], at(10)).isOpen).toBe(true);
    expect(standingAt(WEEK, [holiday({ date: '2019-11-20', yearly: true })], at(10)).isOpen).toBe(false);
  });

  it('has no next opening where every day is closed', () => {
    expect(standingAt(toWeek([]), [], at(10))).toEqual({ isOpen: false, until: null });
  });
});
