import { describe, expect, it } from 'vitest';
import {
  chartSpanOf,
  dayAfter,
  daysIn,
  hasNext,
  nextSpan,
  previousSpan,
  readChoice,
  readPeriod,
  spanOf,
  spanText,
  writeChoice,
  writePeriod,
} from './period';

const TODAY = '2026-11-23';
const week = { from: '2026-11-17', until: TODAY };
const read = (address: string) => readPeriod(new URLSearchParams(address));

describe('the period of the dashboard', () => {
  // spec: S025
  it('is the last seven days until somebody chooses, and what the address says then', () => {
    expect(read('')).toEqual({ type: 'period', from: '', until: '', days: 7 });
    expect(read('dias=30')).toEqual({ type: 'period', from: '', until: '', days: 30 });
    expect(read('de=2026-11-01&ate=2026-11-15')).toEqual({
      type: 'date',
      from: '2026-11-01',
      until: '2026-11-15',
      days: 0,
    });
    for (const wrong of ['dias=0', 'dias=x', 'dias=9999', 'de=2026-02-31', 'de=2026-11-15&ate=2026-11-01'])
      expect(read(wrong)).toEqual(read(''));
  });

  it('is written as it is read', () => {
    for (const address of ['dias=15', 'de=2026-11-01&ate=2026-11-15', 'de=2026-11-01', 'ate=2026-11-15'])
      expect(writePeriod(read(address)).toString()).toBe(address);
  });

  it('stands in the address beside its queues and whether it is compared', () => {
    const choiceOf = (address: string) => readChoice(new URLSearchParams(address));
    expect(choiceOf('dias=15')).toEqual({ form: read('dias=15'), isCompared: true, queues: [] });
    expect(choiceOf('comparar=nao&filas=3,1,3,x,-2,')).toMatchObject({ isCompared: false, queues: [3, 1] });
    const address = 'dias=15&comparar=nao&filas=1%2C2';
    expect(writeChoice(choiceOf(address)).toString()).toBe(address);
  });

  it('has today as its last day, and no days without a beginning', () => {
    expect(spanOf(read('dias=7'), TODAY)).toEqual(week);
    expect(spanOf(read('de=2026-11-20'), TODAY)).toEqual({ from: '2026-11-20', until: TODAY });
    expect(spanOf(read('ate=2026-11-20'), TODAY)).toBeNull();
    expect(chartSpanOf(null, '2026-11-20')).toEqual({ initialDate: '2026-11-14', finalDate: '2026-11-20' });
  });

  it('moves by its own length, and never past today', () => {
    expect(daysIn(week)).toBe(7);
    expect(previousSpan(week)).toEqual({ from: '2026-11-10', until: '2026-11-16' });
    expect(nextSpan(previousSpan(week))).toEqual(week);
    expect(hasNext(previousSpan(week), TODAY)).toBe(true);
    expect(hasNext(week, TODAY)).toBe(false);
    expect(previousSpan({ from: '2026-03-01', until: '2026-03-31' })).toEqual({
      from: '2026-01-29',
      until: '2026-02-28',
    });
  });

  it('goes over months, years and leap days', () => {
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
    expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('is said in words, with the year where it is another', () => {
    expect(spanText(week, TODAY, 'pt', 'long')).toMatch(/^17\D+23 de novembro$/);
    expect(spanText({ from: '2025-12-30', until: '2026-01-02' }, TODAY, 'pt', 'long')).toMatch(/2025.*2026/);
  });
});
