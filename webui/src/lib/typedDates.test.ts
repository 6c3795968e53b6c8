import { describe, expect, it } from 'vitest';
import { readTyped, withMarks, writeTyped, type DateKind } from './typedDates';

/** What stands in the field after its keys, one by one. */
const typed = (keys: string, kind: DateKind) => [...keys].reduce((text, key) => withMarks(text + key, kind), '');

// spec: S142
describe('a date that a form holds', () => {
  it('is written as everything is shown, and read back', () => {
    for (const [kind, value, text] of [
      ['date', '2026-11-26', '26/11/2026'],
      ['datetime', '2026-11-26T14:05', '26/11/2026 14:05'],
      ['time', '00:30', '00:30'],
    ] as const) {
      expect(writeTyped(value, kind)).toBe(text);
      expect(readTyped(text, kind)).toBe(value);
    }
  });

  it('stays what it is when it is none', () => {
    expect(writeTyped('ontem', 'date')).toBe('ontem');
    expect(writeTyped('', 'datetime')).toBe('');
  });
});

describe('what is typed', () => {
  it.each([
    ['26112026', 'date', '26/11/2026'],
    ['26/11/2026', 'date', '26/11/2026'],
    ['1/2/2026', 'date', '01/02/2026'],
    ['261120261430', 'datetime', '26/11/2026 14:30'],
    ['26/11/26 9:30', 'datetime', '26/11/2026 09:30'],
    ['26112026230p', 'datetime', '26/11/2026 23:0p'],
    ['261120260230p', 'datetime', '26/11/2026 02:30 P'],
    ['1430', 'time', '14:30'],
    ['8h30', 'time', '08:30'],
  ] as const)('gets its marks by itself: %s', (keys, kind, text) => {
    expect(typed(keys, kind)).toBe(text);
  });

  it('is left alone where it has another shape', () => {
    expect(withMarks('amanhã', 'date')).toBe('amanhã');
    expect(withMarks('2026-11-2', 'date')).toBe('2026-11-2');
    expect(withMarks('26/11/20267', 'date')).toBe('26/11/20267');
  });

  it('is taken as it comes from elsewhere', () => {
    expect(readTyped('2026-11-26', 'date')).toBe('2026-11-26');
    expect(readTyped(' 26.11.2026 ', 'date')).toBe('2026-11-26');
    expect(readTyped('2026-11-26T14:30', 'datetime')).toBe('2026-11-26T14:30');
    expect(readTyped('2026-11-26 14:30:00', 'datetime')).toBe('2026-11-26T14:30');
  });

  it('has its day first', () => {
    expect(readTyped('03/04/2026', 'date')).toBe('2026-04-03');
  });

  it.each([
    ['31/02/2026', 'date'],
    ['29/02/2027', 'date'],
    ['11/26/2026', 'date'],
    ['26/11', 'date'],
    ['26/11/20', 'date'],
    ['26/11/0026', 'date'],
    ['26/11/2026', 'datetime'],
    ['26/11/2026 24:00', 'datetime'],
    ['26/11/2026 1', 'datetime'],
    ['25:00', 'time'],
    ['13:00 PM', 'time'],
  ] as const)('is no date and not nothing either: %s', (text, kind) => {
    expect(readTyped(text, kind)).toBeNull();
  });

  it('may be short when its writer has gone on', () => {
    expect(readTyped('26/11/26', 'date')).toBeNull();
    expect(readTyped('26/11/26', 'date', true)).toBe('2026-11-26');
    expect(readTyped('8', 'time', true)).toBe('08:00');
    expect(readTyped('2pm', 'time')).toBe('14:00');
    expect(readTyped('12 am', 'time', true)).toBe('00:00');
  });
});
