/** Colours that can be told apart, and read in both themes; any other can be chosen as well. */
export const PALETTE = [
  '#0f766e',
  '#1f9d74',
  '#2f6fde',
  '#3b5bdb',
  '#7a5af5',
  '#9b4fc7',
  '#c2414b',
  '#c2571a',
  '#b7791f',
  '#64748b',
] as const;
