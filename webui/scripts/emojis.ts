/** Vite plugin: `virtual:emojis/<language>` holds the names and search words of all emoji in one language, cut down to
 * what the picker shows, so that nothing is fetched from elsewhere. */
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const NAME = /^virtual:emojis\/(pt|en|es)$/;
/** What desks three years old can draw. */
const VERSION_MAX = 15;
const COMPONENTS = 2;

interface Source {
  emoji: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
  version: number;
}

/** The source's word for flags is the one for switches. */
const WORDS: Partial<Record<string, string>> = { comutadores: 'bandeiras' };

const read = createRequire(import.meta.url);

function dataOf(language: string) {
  const all = read(`emojibase-data/${language}/data.json`) as Source[];
  const { groups } = read(`emojibase-data/${language}/messages.json`) as {
    groups: { message: string; order: number }[];
  };
  const emojis = all
    .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= VERSION_MAX)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ emoji, label, group, tags = [] }) => [emoji, label, group, tags.join(' ')]);
  const categories = groups
    .filter(({ order }) => order !== COMPONENTS)
    .map(({ order, message }) => ({ order, label: WORDS[message] ?? message }))
    .map(({ order, label }) => ({ index: order, label: label.charAt(0).toUpperCase() + label.slice(1) }));
  return { emojis, categories };
}

export function emojis(): Plugin {
  return {
    name: 'guiche-emojis',
    resolveId: { filter: { id: NAME }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:emojis\// },
      handler(id) {
        const language = NAME.exec(id.slice(1))?.[1] ?? 'pt';
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(dataOf(language)))});`;
      },
    },
  };
}
