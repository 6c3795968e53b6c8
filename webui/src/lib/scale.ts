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

/** So many values at most, each the mean of its neighbours: what a small picture has room for. */
export function thinned(values: readonly (number | null)[], most: number): (number | null)[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, place) => {
    const [from, to] = [place, place + 1].map((at) => Math.floor((values.length * at) / most));
    const known = values.slice(from, to).filter((value) => value !== null);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
  });
}
