import { describe, expect, it } from 'vitest';
import { mediaBox } from './mediaBox';

describe('room of a picture', () => {
  it('keeps the shape within bounds and is never nothing', () => {
    expect(mediaBox(1600, 1200)).toEqual({ width: 264, height: 198 });
    expect(mediaBox(900, 1600)).toEqual({ width: 169, height: 300 });
    expect(mediaBox(100, 100)).toEqual({ width: 140, height: 140 });
    expect(mediaBox(5000, 10)).toEqual({ width: 264, height: 60 });
    expect(mediaBox(null, 100)).toEqual({ width: 254, height: 190 });
    expect(mediaBox(0, 0)).toEqual({ width: 254, height: 190 });
  });
});
