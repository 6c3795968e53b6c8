import { describe, expect, it } from 'vitest';
import { nextSpeed, waveform } from './waveform';

describe('audio player', () => {
  // spec: S034 S138
  it('goes round the speeds 1, 1.5 and 2', () => {
    expect(nextSpeed(1)).toBe(1.5);
    expect(nextSpeed(1.5)).toBe(2);
    expect(nextSpeed(2)).toBe(1);
  });

  it('draws the same wave for the same recording', () => {
    const wave = waveform('message-1');
    expect(wave).toEqual(waveform('message-1'));
    expect(wave).not.toEqual(waveform('message-2'));
    expect(wave.every((height) => height >= 0.2 && height <= 1)).toBe(true);
  });
});
