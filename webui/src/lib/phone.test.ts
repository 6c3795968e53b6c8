import { describe, expect, it } from 'vitest';
import { displayName, formatPhone, isHiddenNumber, isNumberName, isPhone } from './phone';

describe('phone numbers', () => {
  it('sets country, area and the halves of a Brazilian number apart', () => {
    expect(formatPhone('5511980000000')).toBe('+55 11 98000-0000');
    expect(formatPhone('551133330000')).toBe('+55 11 3333-0000');
    expect(formatPhone('+55 (11) 98000-0000')).toBe('+55 11 98000-0000');
  });

  it('leaves other numbers whole, and what is none as it is', () => {
    expect(formatPhone('14155550100')).toBe('+14155550100');
    expect(formatPhone('desconhecido')).toBe('desconhecido');
    expect(formatPhone('BR.13491208655302741918')).toBe('BR.13491208655302741918');
    expect([isPhone('BR.13491208655302741918'), isPhone('5511•••••••77')]).toEqual([false, true]);
  });

  it('shows a number that stands for a name as a number', () => {
    expect(displayName('5562999887766')).toBe('+55 62 99988-7766');
    expect(displayName('Padaria 24')).toBe('Padaria 24');
    expect(displayName('1001')).toBe('1001');
  });

  it('leaves the dots of a hidden number where they stand', () => {
    expect(formatPhone('5511•••••••77')).toBe('+55 11 •••••-••77');
    expect(formatPhone('5511••••••44')).toBe('+55 11 ••••-••44');
    expect(formatPhone('1415•••••00')).toBe('+1415•••••00');
    expect(formatPhone('••••••••90')).toBe('••••••••90');
    expect(displayName('5511•••••••77')).toBe('+55 11 •••••-••77');
    expect(isNumberName('5511•••••••77')).toBe(true);
    expect([isHiddenNumber('5511•••••••77'), isHiddenNumber('5511988887777')]).toEqual([true, false]);
  });
});
