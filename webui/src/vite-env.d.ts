/// <reference types="vite/client" />

/** Made by `scripts/emojis.ts`: character, name, group, search words. */
declare module 'virtual:emojis/*' {
  const data: {
    emojis: readonly [emoji: string, label: string, group: number, words: string][];
    categories: { index: number; label: string }[];
  };
  export default data;
}

/** Made by `scripts/catalogues.ts`: the messages of every language, for tests. */
declare module 'virtual:all-messages' {
  const all: Readonly<Record<string, import('@lingui/core').Messages>>;
  export default all;
}
