import { describe, expect, it } from 'vitest';
import { labelEvery, scaleTop, thinned } from './scale';

describe('the scale and the labels of a chart', () => {
  it('end at a round number above every bar', () => {
    const tops = [[], [1], [4], [5], [9], [41], [99], [100], [101], [12_345]].map(scaleTop);
    expect(tops).toEqual([4, 4, 4, 8, 12, 80, 100, 100, 200, 20_000]);
    for (const top of tops) expect(top % 4).toBe(0);
  });

  it('label as many bars as there is room for', () => {
    expect([labelEvery(7, 12), labelEvery(24, 12), labelEvery(31, 6), labelEvery(0, 6)]).toEqual([1, 2, 6, 1]);
  });

  it('thin values to as many as there is room for, each the mean of its neighbours', () => {
    expect(thinned([1, null, 3], 3)).toEqual([1, null, 3]);
    expect(thinned([1, 3, null, 4, null, null], 3)).toEqual([2, 4, null]);
    expect(thinned([1, 3, null, 5, null, null, 9], 4)).toEqual([1, 3, 5, 9]);
  });
});
