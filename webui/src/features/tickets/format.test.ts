import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, shortName } from './format';

describe('lengths, sizes and names', () => {
  // spec: S032
  it('shortens names to ten characters on narrow screens', () => {
    expect(shortName('Beatriz Nogueira', true)).toBe('Beatriz No…');
    expect(shortName('Beatriz Nogueira', false)).toBe('Beatriz Nogueira');
    expect(shortName('Téo', true)).toBe('Téo');
    expect(shortName('Ana Aurora', true)).toBe('Ana Aurora');
    expect(shortName('Ana Auroras', true)).toBe('Ana Aurora…');
  });

  it('writes lengths and sizes', () => {
    expect(formatDuration(24.4)).toBe('0:24');
    expect(formatDuration(Number.NaN)).toBe('0:00');
    expect(formatDuration(605)).toBe('10:05');
    expect(formatBytes(0, 'pt')).toBe('0 B');
    expect(formatBytes(1_250_000, 'pt')).toBe('1,3 MB');
  });
});
