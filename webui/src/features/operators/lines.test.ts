import { describe, expect, it } from 'vitest';
import { highest, linePath, newest } from './lines';

describe('a line over time', () => {
  const field = { width: 40, height: 10, top: 10 };

  it('goes from left to right, high values up', () => {
    expect(linePath([0, 5, 10], field)).toBe('M0 10h0L20 5L40 0');
  });

  it('has a gap where nothing is known, and a dot where a value is alone', () => {
    expect(linePath([10, null, 5, null, 0], field)).toBe('M0 0h0M20 5h0M40 10h0');
  });

  it('lies on the ground while nothing happens', () => {
    expect(linePath([0, 0], { ...field, top: 0 })).toBe('M0 10h0L40 10');
  });
});

it('the highest and the newest are of what is known', () => {
  expect(highest([1, null, 3, 2])).toBe(3);
  expect(newest([1, 2, null])).toBe(2);
  expect(newest([null])).toBeNull();
});
