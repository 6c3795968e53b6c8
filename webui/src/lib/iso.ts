const pad = (fraction: string) => fraction.padEnd(9, '0');

/** The moment without its fraction, and the fraction in nine digits. */
function split(iso: string): [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = iso.replace(/Z$/, '').split('.');
  return [whole, pad(fraction)];
}

/**
 * Orders two moments in UTC as the server writes them: with no, three or six digits after the second, finer than a
 * `Date` can hold. Negative when `a` is earlier.
 */
export function compareIso(a: string, b: string): number {
  if (a === b) return 0;
  const [wholeA, fractionA] = split(a);
  const [wholeB, fractionB] = split(b);
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}
