export const TINTS = 5;

const PARTICLES = new Set(['da', 'de', 'do', 'das', 'dos', 'del', 'la', 'e', 'y', 'of', 'the']);

/** First letters of the first and the last significant word: "Padaria do Pão Quente" is PQ. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !PARTICLES.has(word.toLowerCase()));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** The same name has the same tint, everywhere. */
export function tintOf(name: string): number {
  let sum = 0;
  for (const char of name.trim().toLowerCase()) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return sum % TINTS;
}
