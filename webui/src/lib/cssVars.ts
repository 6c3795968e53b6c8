import type { CSSProperties } from 'react';

/** Custom properties for a `style` attribute: `style={cssVars({ '--q': colour })}`. */
export function cssVars(values: Record<`--${string}`, string | number | undefined>): CSSProperties {
  return values as CSSProperties;
}
