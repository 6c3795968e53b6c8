/** Lines of values over time, as paths of an SVG. Pure. */

export type Values = readonly (number | null)[];

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * A path from left to right over a field. Where nothing is known the line has a gap; a value without neighbours is a
 * dot, which a round line cap draws.
 */
export function linePath(
  values: Values,
  { width, height, top }: { width: number; height: number; top: number },
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const parts: string[] = [];
  let isDrawing = false;
  values.forEach((value, index) => {
    if (value === null) {
      isDrawing = false;
      return;
    }
    const [x, y] = [round(step * index), round(height * (1 - Math.min(1, top > 0 ? value / top : 0)))];
    parts.push(isDrawing ? `L${x} ${y}` : `M${x} ${y}h0`);
    isDrawing = true;
  });
  return parts.join('');
}

export const highest = (values: Values): number => Math.max(0, ...values.map((value) => value ?? 0));

/** The newest value that is known. */
export const newest = (values: Values): number | null => values.findLast((value) => value !== null) ?? null;
