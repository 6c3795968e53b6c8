/** Vite plugin: leaves out the parts of libraries that this application never runs. Builds only; each cut is sure to
 * find its place, so that a new version of the library cannot undo it silently. */
import type { Plugin } from 'vite';

interface Cut {
  file: RegExp;
  apply: (code: string) => string;
}

function replaced(code: string, pattern: RegExp, by: string): string {
  const result = code.replace(pattern, by);
  if (result === code) throw new Error(`lean: ${pattern} is not there any more`);
  return result;
}

const CUTS: readonly Cut[] = [
  {
    // Names for developers keep the form, the prefetching link and the scroll keeper of the framework mode alive.
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    apply: (code) =>
      code.includes('function useLinkClickHandler(')
        ? replaced(
            replaced(code, /^\w+\.displayName = "[\w. ]+";$/gm, ''),
            /^var (\w+) = (React\d*)\.forwardRef\(/gm,
            'var $1 = /* @__PURE__ */ $2.forwardRef(',
          )
        : code,
  },
  {
    // styled-components asks for vendor prefixes only when told to (`enableVendorPrefixes`), which nothing here does.
    file: /\/stylis\/src\/Prefixer\.js$/,
    apply: (code) =>
      `${replaced(code, /export function prefix \([^]*$/, '')}\nexport function prefix (value) { return value }`,
  },
  {
    // The desk speaks over WebSocket alone.
    file: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/,
    apply: (code) =>
      replaced(replaced(code, /^import .*(?:XHR|WT).*$/gm, ''), /^\s*(?:webtransport|polling): .*$/gm, ''),
  },
];

export function lean(): Plugin {
  return {
    name: 'guiche-lean',
    apply: 'build',
    transform(code, id) {
      const path = id.split('?')[0] ?? id;
      const cut = CUTS.find(({ file }) => file.test(path));
      return cut ? { code: cut.apply(code), map: null } : null;
    },
  };
}
