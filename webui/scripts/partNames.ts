/** Vite plugin, development only: a styled part bears its file and its name as a class, so that the inspector shows
 * `TicketItem-Root` where there would be a hash. */
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const PART = /\bconst (\w+) = styled(\.\w+|\(\w+\))/g;

export function partNames(): Plugin {
  return {
    name: 'guiche-part-names',
    apply: 'serve',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: 'styled' },
      handler(code, id) {
        const file = basename(id).split('.')[0];
        const named = code.replace(
          PART,
          (_, name: string, base: string) =>
            `const ${name} = styled${base}.withConfig({ displayName: '${file}-${name}' })`,
        );
        return { code: named, map: null };
      },
    },
  };
}
