/** S045: the keys of a ticket's free fields, in the order in which they are shown. */
export const INFORMATION_KEYS = ['instagram', 'facebook', 'frete'] as const;
export type Informations = Record<(typeof INFORMATION_KEYS)[number], string>;

/** Reads the stored text; what is no object of texts counts as empty. Keys of others are kept when it is written. */
export function readInformations(text: string | null): Informations & Record<string, unknown> {
  const empty = { instagram: '', facebook: '', frete: '' };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return empty;
    const known = stored as Record<string, unknown>;
    const shown = INFORMATION_KEYS.map((key) => [key, typeof known[key] === 'string' ? known[key] : '']);
    return { ...known, ...empty, ...Object.fromEntries(shown) };
  } catch {
    return empty;
  }
}

/** S074 */
export const NOTE_MIN = 2;
export const NOTE_MAX = 5000;
export const INFORMATION_MAX = 2000;
