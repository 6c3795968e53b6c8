import { describe, expect, it } from 'vitest';
import { cellTone, uptime } from './cells';

const cell = (downSeconds: number, offSeconds = 0) => ({ from: '', downSeconds, offSeconds, reason: null });

describe('the hours of a number', () => {
  it.each([
    [0, 0, 'up'],
    [1, 0, 'shaky'],
    [599, 0, 'shaky'],
    [600, 0, 'down'],
    [0, 3600, 'off'],
    [0, 1800, 'up'],
    [60, 3540, 'shaky'],
  ] as const)('down for %s and off for %s seconds is %s', (down, off, tone) => {
    expect(cellTone(cell(down, off))).toBe(tone);
  });

  it('count what was wanted, and nothing else', () => {
    expect(uptime([cell(0), cell(36)])).toBeCloseTo(0.995);
    expect(uptime([cell(0, 3600), cell(1800, 0)])).toBeCloseTo(0.5);
    expect(uptime([cell(0, 3600)])).toBeNull();
  });
});
