import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { limitSchema, toSettings, usedShare } from './usage';

const isSound = (cap: string, price: string) => safeParse(limitSchema, { cap, price }).success;

describe('the limit of a month', () => {
  it('is a whole number above nothing, or nothing', () => {
    for (const cap of ['', '1', '1.000.000', '500 000']) expect(isSound(cap, '')).toBe(true);
    for (const cap of ['0', '-1', '1,5', 'muito']) expect(isSound(cap, '')).toBe(false);
  });

  it('has a price with comma or point, or none', () => {
    for (const price of ['', '2', '2,50', '0.6']) expect(isSound('', price)).toBe(true);
    for (const price of ['-1', '1e9', ',5', 'R$ 2']) expect(isSound('', price)).toBe(false);
  });

  it('is sent as the server writes numbers', () => {
    expect(toSettings({ cap: '1.000.000', price: ' 2,50 ' })).toEqual([
      { key: 'aiMonthlyCap', value: '1000000' },
      { key: 'aiPricePerMillion', value: '2.50' },
    ]);
  });

  it('is used up by a share of at most all of it', () => {
    expect(usedShare(50, null)).toBeNull();
    expect(usedShare(50, 200)).toBe(0.25);
    expect(usedShare(300, 200)).toBe(1);
  });
});
