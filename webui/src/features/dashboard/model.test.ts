import { describe, expect, it } from 'vitest';
import type { TimesOf } from '@/api/types';
import {
  CARDS,
  changeOf,
  courseTable,
  deltaOf,
  formatExactly,
  formatMinutes,
  formatSeconds,
  inQueues,
  peakOf,
  PERIODS,
  sharesOf,
  signed,
  starsOf,
  ticketsOf,
  ticketsOfDay,
  timeBars,
  toQuery,
  toQueuesQuery,
  urgencyOf,
  userBars,
} from './model';

describe('times', () => {
  it('have two units at most, and a dash where nobody had one', () => {
    const shown = [null, 0, 59, 60, 3599, 5100, 7200, 97_200, 86_400].map(formatSeconds);
    expect(shown).toEqual(['—', '0 s', '59 s', '1 min', '1 h', '1 h 25 min', '2 h', '1 d 3 h', '1 d']);
  });

  it('lead to the tickets behind them, where a list can show these', () => {
    expect(ticketsOfDay('2026-11-02')).toBe('/tickets?tab=search&all=1&created=2026-11-02');
    const row = { id: 7, name: 'Vendas' } as TimesOf;
    expect(ticketsOf('queue', row)).toBe('/tickets?tab=search&all=1&queues=7');
    expect(ticketsOf('attendant', row)).toBe('/tickets?tab=search&all=1&users=7');
    expect(ticketsOf('connection', row)).toBe('/tickets?tab=search&all=1&numbers=7');
    expect(ticketsOf('tag', { ...row, id: null })).toBeNull();
  });
});

describe('the filter of the dashboard', () => {
  it('is of some queues where some are chosen, and so are the lists behind its figures', () => {
    expect(toQueuesQuery([])).toEqual({});
    expect(toQueuesQuery([1, 2])).toEqual({ queueIds: '[1,2]' });
    expect(inQueues('/tickets', {})).toBe('/tickets');
    expect(inQueues('/tickets?all=1', { queueIds: '[1,2]' })).toBe('/tickets?all=1&queues=1.2');
    expect(inQueues('/tickets', { queueIds: '[1]' })).toBe('/tickets?queues=1');
  });

  // spec: S025
  it('has its periods, the first of them none', () => {
    expect(PERIODS).toEqual([0, 3, 7, 15, 30, 60, 90]);
  });

  // spec: S078 S111
  it('asks for days or dates, and for nothing when nothing is chosen', () => {
    const form = { type: 'date', from: '2026-11-01', until: '', days: 7 } as const;
    expect(toQuery(form)).toEqual({ date_from: '2026-11-01' });
    expect(toQuery({ ...form, until: '2026-11-02' })).toEqual({ date_from: '2026-11-01', date_to: '2026-11-02' });
    expect(toQuery({ ...form, type: 'period' })).toEqual({ days: 7 });
    expect(toQuery({ ...form, from: '' })).toBeNull();
    expect(toQuery({ ...form, type: 'period', days: 0 })).toBeNull();
  });
});

describe('the figures', () => {
  // spec: S142
  it('show minutes as hours and minutes', () => {
    expect([0, 5, 60, 85, 6000].map(formatMinutes)).toEqual(['00h 00m', '00h 05m', '01h 00m', '01h 25m', '100h 00m']);
  });

  // spec: S026 S140
  it('show ratings as 0 to 3 stars', () => {
    expect([null, 1, 1.4, 1.5, 2.5, 3, 9].map(starsOf)).toEqual([0, 1, 1, 2, 3, 3, 3]);
  });

  // spec: S024
  it('stand on six cards', () => {
    const counters = {
      supportHappening: 1,
      supportPending: 2,
      supportFinished: 3,
      leads: 4,
      avgSupportTime: 61,
      avgWaitTime: 5,
    };
    expect(CARDS.map((card) => card.read(counters))).toEqual(['1', '2', '3', '4', '01h 01m', '00h 05m']);
  });
});

describe('the charts', () => {
  // spec: S027
  it('name days without their year and hours with an h', () => {
    const bars = timeBars([
      { data: '02/11/2026', horario: null, total: 3 },
      { data: null, horario: '9', total: 0 },
    ]);
    expect(bars).toEqual([
      { label: '02/11', name: '02/11/2026', value: 3, day: '2026-11-02' },
      { label: '9h', name: '9h', value: 0 },
    ]);
  });

  it('begin with whoever has ended most', () => {
    const bars = userBars([
      { nome: 'Ana', quantidade: 0 },
      { nome: 'Bia', quantidade: 5 },
    ]);
    expect(bars.map((bar) => [bar.name, bar.value])).toEqual([
      ['Bia', 5],
      ['Ana', 0],
    ]);
  });
});

describe('what has changed', () => {
  it('is good or bad by what is wanted, and neither when nothing has', () => {
    expect(deltaOf(47, 42, 'more')).toEqual({ difference: 5, tone: 'good' });
    expect(deltaOf(184, 196, 'more')).toEqual({ difference: -12, tone: 'bad' });
    expect(deltaOf(38, 42, 'less')).toEqual({ difference: -4, tone: 'good' });
    expect(deltaOf(6, 5, 'less')).toEqual({ difference: 1, tone: 'bad' });
    expect(deltaOf(5, 5, 'less')).toEqual({ difference: 0, tone: 'neutral' });
  });

  it('is a part of what it was, where that was something', () => {
    expect([changeOf(47, 42)?.toFixed(3), changeOf(3, 0)]).toEqual(['0.119', null]);
    expect([signed(-4, '4 min'), signed(1, '1 min')]).toEqual(['−4 min', '+1 min']);
  });
});

describe('the panels', () => {
  it('share a whole in percent, and nothing as nothing', () => {
    expect(sharesOf([92, 61, 38, 10])).toEqual([46, 30, 19, 5]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
  });

  it('know the busiest hour of the week, the first of several, and none when nobody wrote', () => {
    const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    expect(peakOf(week)).toBeNull();
    const busy = week.map((day, place) => day.map((_, hour) => (hour === 10 && place < 2 ? 9 : place)));
    expect(peakOf(busy)).toEqual({ day: 0, hour: 10, count: 9 });
  });

  it('tell a first answer to the second below an hour', () => {
    const shown = [null, 40, 60, 220, 3599, 5100].map(formatExactly);
    expect(shown).toEqual(['—', '40 s', '1 min', '3 min 40 s', '59 min 59 s', '1 h 25 min']);
  });

  it('call for a colour after ten minutes of waiting and after thirty', () => {
    expect([0, 599, 600, 1799, 1800].map(urgencyOf)).toEqual(['calm', 'calm', 'late', 'late', 'urgent']);
  });

  it('save their days as a table, with nothing where nothing was measured', () => {
    const day = { day: '2026-11-02', began: 3, finished: 2, leads: 1, avgSupportTime: 38, avgWaitTime: null };
    expect(courseTable(['Dia', 'A "b"'], [day])).toBe('"Dia";"A ""b"""\r\n2026-11-02;3;2;1;38;');
  });
});
