/** The scale and the labels of a chart. Pure. */

/** The top of the scale: a round number that no bar exceeds, in whole steps of a quarter. */
export function scaleTop(values: readonly number[]): number {
  const most = Math.max(4, ...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  const steps = [1, 2, 4, 5, 8, 10].map((step) => step * unit);
  return steps.find((top) => top >= most && top % 4 === 0) ?? Math.ceil(most / (4 * unit)) * 4 * unit;
}

/** Which bars have a label, so that labels do not touch: every so many, the first one always. */
export const labelEvery = (bars: number, room: number) => Math.max(1, Math.ceil(bars / room));
