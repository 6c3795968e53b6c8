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

/** A010: the swatches of queues: seven hues from left to right, from dark to light. */
export const SWATCHES = [
  ['#004d40', '#005322', '#003a8c', '#45188f', '#74004d', '#741a00', '#323f49'],
  ['#00665a', '#006a2d', '#0050ae', '#5a30ab', '#901863', '#8f2f00', '#44515c'],
  ['#007a6c', '#00803c', '#1263c4', '#6c47c0', '#a63475', '#a64300', '#566470'],
  ['#0f766e', '#1f9d74', '#2f6fde', '#7a5af5', '#bb4785', '#b8561b', '#64748b'],
  ['#2aa090', '#2fa36b', '#3f8cf0', '#8f73ea', '#d05a99', '#cd6c33', '#7d8d97'],
  ['#52b2a5', '#55b684', '#5fa3f8', '#a68af6', '#e277b0', '#de8553', '#94a3ae'],
  ['#6cc8bd', '#6fcf98', '#78b7ff', '#b9a1ff', '#fb8fc5', '#f79c6c', '#a9b8c3'],
].flat() as readonly string[];
