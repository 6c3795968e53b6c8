/** Vite plugin: message catalogues (`src/i18n/locales/<language>/<feature>.json`) are compiled at build time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /\/i18n\/locales\/[a-z]{2}\/[\w-]+\.json$/;
const LOCALES = fileURLToPath(new URL('../src/i18n/locales/', import.meta.url));

/** All messages of all languages as one module, for tests: each of their files would load some hundred and fifty otherwise. */
const ALL = 'virtual:all-messages';

function compiled(code: string) {
  const source = JSON.parse(code) as Record<string, string>;
  return Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]));
}

export function catalogues(): Plugin {
  return {
    name: 'guiche-catalogues',
    enforce: 'pre',
    resolveId: { filter: { id: new RegExp(`^${ALL}$`) }, handler: () => `\0${ALL}` },
    load: {
      filter: { id: new RegExp(`^\0${ALL}$`) },
      handler() {
        const all: Record<string, Record<string, unknown>> = {};
        for (const language of readdirSync(LOCALES)) {
          const messages = (all[language] = {});
          for (const name of readdirSync(join(LOCALES, language))) {
            const path = join(LOCALES, language, name);
            this.addWatchFile(path);
            Object.assign(messages, compiled(readFileSync(path, 'utf8')));
          }
        }
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
      },
    },
    transform(code, id) {
      if (!CATALOGUE.test(id)) return null;
      return { code: `export default ${JSON.stringify(compiled(code))};`, map: null, moduleType: 'js' };
    },
  };
}
