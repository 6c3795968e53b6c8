import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const LOCALES = join(import.meta.dirname, 'locales');
const LANGUAGES = ['pt', 'en', 'es'];

function files(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function catalogue(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as Record<string, string>;
}

const features = readdirSync(join(LOCALES, 'pt')).toSorted();
const defined = new Map(features.flatMap((file) => Object.entries(catalogue('pt', file))));
const source = files(SRC)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** The values that a message takes, also inside the branches of a plural. */
function placeholders(text: string): string[] {
  const names = (tokens: unknown): string[] => {
    if (!Array.isArray(tokens)) return [];
    return tokens.flatMap((token: unknown) => {
      if (!Array.isArray(token)) return [];
      const branches: unknown = token[2];
      const inner = typeof branches === 'object' && branches !== null ? Object.values(branches).flatMap(names) : [];
      return [String(token[0]), ...inner];
    });
  };
  return names(compileMessage(text));
}

// spec: S006
describe('message catalogues', () => {
  it('exist for the same features in every language', () => {
    for (const language of LANGUAGES) expect(readdirSync(join(LOCALES, language)).toSorted()).toEqual(features);
  });

  it.each(features)('%s has the same ids and placeholders in every language, none empty', (file) => {
    const pt = catalogue('pt', file);
    for (const language of LANGUAGES) {
      const other = catalogue(language, file);
      expect(Object.keys(other).toSorted(), language).toEqual(Object.keys(pt).toSorted());
      for (const [id, text] of Object.entries(other)) {
        expect(text.trim(), `${language} ${id}`).not.toBe('');
        expect(id.startsWith(`${file.replace('.json', '')}.`), `${id} belongs in ${file}`).toBe(true);
        expect(new Set(placeholders(text)), `${language} ${id}`).toEqual(new Set(placeholders(pt[id] ?? '')));
      }
    }
  });

  it('hold no id that nothing uses', () => {
    // An id counts as used when it is written out, or when a template literal begins it: t(`connections.status.${s}`).
    const prefixes = [...source.matchAll(/`([a-z]\w*(?:\.[\w]+)*\.)\$\{/g)].map((match) => match[1] ?? '');
    const written = new Set([...source.matchAll(/(['"])(\w+(?:\.\w+)+)\1/g)].map((match) => match[2]));
    const isUsed = (id: string) => written.has(id) || prefixes.some((prefix) => id.startsWith(prefix));
    expect([...defined.keys()].filter((id) => !isUsed(id))).toEqual([]);
  });
});
