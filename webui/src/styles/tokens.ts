/** Design tokens. Colours live as CSS custom properties so a theme switch never re-renders React. */
const light = {
  canvas: '#f5f6f6',
  surface: '#ffffff',
  surfaceAlt: '#fafbfb',
  raised: '#ffffff',
  hover: '#f0f2f2',
  active: '#e8ecec',
  selected: '#e9f4f1',
  line: '#e6e9e9',
  lineStrong: '#d4d9d9',
  text: '#16201f',
  textMuted: '#55625f',
  textSubtle: '#5f6b67',
  accent: '#0f766e',
  accentHover: '#0c655e',
  accentSoft: '#e0f2ee',
  accentText: '#0b5d56',
  onAccent: '#ffffff',
  bubbleIn: '#ffffff',
  bubbleInLine: '#e6e9e9',
  bubbleOut: '#dcf1eb',
  bubbleOutText: '#12302b',
  whisper: '#fce7f0',
  whisperText: '#8a1f51',
  whisperLine: '#f5c9dc',
  tick: '#0e7fb8',
  danger: '#c02f3a',
  dangerSoft: '#fdecec',
  warning: '#9a5b00',
  warningSoft: '#fdf1dc',
  success: '#166b3e',
  successSoft: '#e3f5ea',
  info: '#2563ab',
  infoSoft: '#e6effa',
  violet: '#7350d8',
  dueSoon: '#eab308',
  dueNow: '#ea7317',
  focus: '#0f766e',
  scrim: 'rgb(14 22 21 / .42)',
};
type Palette = { [K in keyof typeof light]: string };
const dark: Palette = {
  canvas: '#0e1312',
  surface: '#141a19',
  surfaceAlt: '#171e1d',
  raised: '#1f2827',
  hover: '#1b2322',
  active: '#222c2a',
  selected: '#17302b',
  line: '#232c2b',
  lineStrong: '#33403d',
  text: '#e8eeec',
  textMuted: '#a3b1ad',
  textSubtle: '#84938e',
  accent: '#2aa595',
  accentHover: '#37b9a8',
  accentSoft: '#15332e',
  accentText: '#6fd6c5',
  onAccent: '#04211d',
  bubbleIn: '#1c2423',
  bubbleInLine: '#263130',
  bubbleOut: '#173b35',
  bubbleOutText: '#dcf3ed',
  whisper: '#3a1f2c',
  whisperText: '#f5b3cf',
  whisperLine: '#5a2c42',
  tick: '#5cc0ee',
  danger: '#f0737b',
  dangerSoft: '#371c1f',
  warning: '#e7b35a',
  warningSoft: '#33280f',
  success: '#58c98a',
  successSoft: '#12301f',
  info: '#7eb2f0',
  infoSoft: '#17283d',
  violet: '#a991f7',
  dueSoon: '#eab308',
  dueNow: '#ea7317',
  focus: '#37b9a8',
  scrim: 'rgb(0 0 0 / .6)',
};
export const palettes = { light, dark };
type ColorName = keyof typeof light;
const kebab = (s: string) => s.replace(/[A-Z]/g, (m) => '-' + m.toLowerCase());
export const color = Object.fromEntries(Object.keys(light).map((k) => [k, `var(--c-${kebab(k)})`])) as {
  [K in ColorName]: string;
};
export const space = {
  0: '0',
  1: '4px',
  2: '8px',
  3: '12px',
  4: '16px',
  5: '20px',
  6: '24px',
  8: '32px',
  10: '40px',
  12: '48px',
} as const;
export const radius = { sm: '6px', md: '8px', lg: '12px', xl: '16px', full: '999px' } as const;
export const font = {
  family:
    "'Inter Variable', Inter, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  xs: '0.6875rem',
  sm: '0.75rem',
  base: '0.8125rem',
  md: '0.875rem',
  lg: '1rem',
  xl: '1.25rem',
  xxl: '1.75rem',
  regular: 420,
  medium: 520,
  semibold: 620,
} as const;
export const shadow = { sm: 'var(--sh-sm)', md: 'var(--sh-md)', lg: 'var(--sh-lg)' } as const;
/** Heights of controls; a row holds one of them. */
export const height = { sm: '28px', md: '34px', field: '36px', row: '38px', lg: '44px' } as const;
/** What lies over what, from the bottom: inside a page, then over it. */
export const layer = {
  raised: 1,
  pinned: 2,
  cover: 5,
  banner: 40,
  scrim: 50,
  dialog: 51,
  popup: 60,
  failure: 80,
  tooltip: 90,
  skip: 100,
} as const;
/** One line that ends in an ellipsis. */
export const truncate = 'overflow:hidden;text-overflow:ellipsis;white-space:nowrap;';
export const layout = { drawer: '240px', rail: '60px', list: '368px', contactDrawer: '320px', topbar: '56px' } as const;
export const media = {
  sm: '(max-width: 599.98px)',
  md: '(max-width: 959.98px)',
  /** A table and a drawer stand beside each other. */
  pair: '(min-width: 1100px)',
  lg: '(min-width: 1200px)',
} as const;
export const motion = { fast: '120ms cubic-bezier(.2,0,0,1)', base: '180ms cubic-bezier(.2,0,0,1)' } as const;
const vars = (p: Palette) =>
  Object.entries(p)
    .map(([k, v]) => `--c-${kebab(k)}:${v};`)
    .join('');
export const themeCss = `
:root{${vars(light)}color-scheme:light;--av0-bg:#e1ebde;--av0-fg:#2f5a2a;--av1-bg:#e6e5f8;--av1-fg:#4c4188;--av2-bg:#f6e4de;--av2-fg:#7a3e2a;--av3-bg:#deeae8;--av3-fg:#1a5751;--av4-bg:#f4e8d6;--av4-fg:#6b4a12;--sh-sm:0 1px 2px rgb(16 32 30/.06);--sh-md:0 4px 12px -2px rgb(16 32 30/.10),0 1px 3px rgb(16 32 30/.06);--sh-lg:0 16px 40px -8px rgb(16 32 30/.22),0 4px 12px rgb(16 32 30/.08);}
:root[data-theme=dark]{${vars(dark)}color-scheme:dark;--av0-bg:#223822;--av0-fg:#8fb985;--av1-bg:#2e2d4e;--av1-fg:#aaa1e6;--av2-bg:#472c22;--av2-fg:#dd9c86;--av3-bg:#1a3734;--av3-fg:#7db8b0;--av4-bg:#3c3019;--av4-fg:#d3b679;--sh-sm:0 1px 2px rgb(0 0 0/.4);--sh-md:0 4px 14px -2px rgb(0 0 0/.5);--sh-lg:0 18px 44px -8px rgb(0 0 0/.7);}`;
