import { describe, expect, it } from 'vitest';
import type { TimesOf } from '@/api/types';
import { fieldOfDay } from '@/lib/dates';
import {
  CARDS,
  firstFilter,
  firstSpan,
  formatMinutes,
  formatSeconds,
  PERIODS,
  starsOf,
  ticketsOf,
  timeBars,
  toQuery,
  userBars,
} from './model';

const today = new Date(2026, 10, 2);

describe('times', () => {
  it('have two units at most, and a dash where nobody had one', () => {
    const shown = [null, 0, 59, 60, 3599, 5100, 7200, 97_200, 86_400].map(formatSeconds);
    expect(shown).toEqual(['—', '0 s', '59 s', '1 min', '1 h', '1 h 25 min', '2 h', '1 d 3 h', '1 d']);
  });

  it('lead to the tickets behind them, where a list can show these', () => {
    const row = { id: 7, name: 'Vendas' } as TimesOf;
    expect(ticketsOf('queue', row)).toBe('/tickets?tab=search&all=1&queues=7');
    expect(ticketsOf('attendant', row)).toBe('/tickets?tab=search&all=1&users=7');
    expect(ticketsOf('connection', row)).toBe('/tickets?tab=search&all=1&numbers=7');
    expect(ticketsOf('tag', { ...row, id: null })).toBeNull();
  });
});

describe('the filter of the dashboard', () => {
  // spec: S025
  it('has its periods, and begins with the month so far', () => {
    expect(PERIODS).toEqual([0, 3, 7, 15, 30, 60, 90]);
    expect(firstFilter(today)).toEqual({ type: 'date', from: '2026-11-01', until: '2026-11-02', days: 0 });
    expect(firstSpan(today)).toEqual({ initialDate: '2026-10-27', finalDate: '2026-11-02' });
    expect(fieldOfDay(new Date(2026, 0, 9))).toBe('2026-01-09');
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
      { label: '02/11', name: '02/11/2026', value: 3 },
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
