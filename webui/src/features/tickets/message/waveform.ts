export const BARS = 30;
/** S138 */
export const SPEEDS = [1, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;

/** Heights from 0.2 to 1 that look like speech and are the same each time for the same recording. */
export function waveform(seed: string, bars = BARS): number[] {
  let state = 7;
  for (const char of seed) state = (state * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return Array.from({ length: bars }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = state / 0x1_00_00_00_00;
    const swell = 0.55 + 0.45 * Math.sin((index / bars) * Math.PI * 3 + (state % 7) / 7);
    return 0.2 + 0.8 * noise * Math.abs(swell);
  });
}
