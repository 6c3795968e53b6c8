/** Vite plugin: message catalogues (`src/i18n/locales/<language>/<feature>.json`) are compiled at build time. */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /\/i18n\/locales\/[a-z]{2}\/[\w-]+\.json$/;

export function catalogues(): Plugin {
  return {
    name: 'guiche-catalogues',
    enforce: 'pre',
    transform(code, id) {
      if (!CATALOGUE.test(id)) return null;
      const source = JSON.parse(code) as Record<string, string>;
      const compiled = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]));
      return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
    },
  };
}
