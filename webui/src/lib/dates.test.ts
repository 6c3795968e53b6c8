import { afterEach, describe, expect, it } from 'vitest';
import {
  dayKey,
  daysUntil,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatMoment,
  formatTime,
  fromField,
  parseDate,
  setZone,
  toField,
  toWall,
} from './dates';
import { setLocale } from '@/state/locale';

afterEach(() => setZone(null));

// spec: S142
describe('dates', () => {
  it.each([null, 'Asia/Tokyo', 'America/Los_Angeles'])('keeps a day a day, whatever the time zone (%s)', (zone) => {
    setZone(zone);
    expect(formatDate('2026-12-30')).toBe('30/12/2026');
    expect(formatDate('2026-12-30T00:00:00.000Z')).toBe('30/12/2026');
  });

  it('shows an instant as DD/MM/YYYY HH:mm', () => {
    const local = new Date(2026, 0, 5, 9, 7);
    expect(formatDateTime(local.toISOString())).toBe('05/01/2026 09:07');
    expect(formatTime(new Date(2026, 0, 5, 0, 5).toISOString())).toBe('00:05');
  });

  it('counts days and answers nothing for what is no date', () => {
    const now = new Date(2026, 10, 20, 23, 59);
    expect(daysUntil('2026-11-24', now)).toBe(4);
    expect(daysUntil('2026-11-19', now)).toBe(-1);
    expect(daysUntil(null, now)).toBeNull();
    expect(parseDate('soon')).toBeNull();
    expect(formatDate('')).toBe('');
  });

  // spec: S032
  it('shows the time of day today and the date otherwise', () => {
    const now = new Date(2026, 6, 2, 15, 0);
    expect(formatMoment(new Date(2026, 6, 2, 9, 5).toISOString(), now)).toBe('09:05');
    expect(formatMoment(new Date(2026, 6, 1, 9, 5).toISOString(), now)).toBe('01/07/2026');
  });
});

describe('the company’s time zone', () => {
  const NOON = '2026-07-02T12:00:00Z';

  it('is the one of what is shown, not the browser’s', () => {
    setZone('America/Manaus');
    expect(formatTime(NOON)).toBe('08:00');
    setZone('Asia/Tokyo');
    expect(formatDateTime(NOON)).toBe('02/07/2026 21:00');
    expect(dayKey('2026-07-02T16:00:00Z')).toBe('2026-07-03');
    expect(formatLongDate('2026-07-02T16:00:00Z', 'en')).toBe('Friday, July 3, 2026');
    expect(toWall(new Date(NOON)).getHours()).toBe(21);
  });

  it('is the one of what is typed', () => {
    setZone('Asia/Tokyo');
    expect(toField(new Date(NOON))).toBe('2026-07-02T21:00');
    expect(fromField('2026-07-02T21:00').toISOString()).toBe('2026-07-02T12:00:00.000Z');
    expect(fromField('').getTime()).toBeNaN();
    expect(daysUntil('2026-07-03', new Date('2026-07-02T16:00:00Z'))).toBe(0);
  });

  it('knows when the clocks are changed', () => {
    setZone('America/New_York');
    for (const field of ['2026-03-08T01:30', '2026-03-08T03:30', '2026-11-01T03:30', '2026-11-01T00:30']) {
      expect(toField(fromField(field))).toBe(field);
    }
  });

  it('stays what it was when the browser does not know the name', () => {
    setZone('Asia/Tokyo');
    setZone('America/Aurora');
    expect(formatTime(NOON)).toBe('21:00');
  });
});

// spec: S142
describe('the language', () => {
  afterEach(() => setLocale('pt'));

  it('changes neither the order of a date nor the hours of the day', () => {
    const evening = new Date(2026, 2, 4, 21, 7).toISOString();
    expect(formatDateTime(evening)).toBe('04/03/2026 21:07');
    setLocale('es');
    expect(formatDate('2026-03-04')).toBe('04/03/2026');
    setLocale('en');
    expect(formatDate('2026-03-04')).toBe('04/03/2026');
    expect(formatDateTime(evening)).toBe('04/03/2026 21:07');
    expect(formatTime(evening)).toBe('21:07');
  });
});
