import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SRC, path), 'utf8') }));
const having = (what: RegExp) => sources.filter(({ text }) => what.test(text)).map(({ path }) => path);

// spec: S142
it('writes dates in one place, in the company’s time zone and the user’s language', () => {
  expect(having(/Intl\.DateTimeFormat\b(?!Options)/)).toEqual(['lib/dates.ts']);
  expect(having(/\.toLocale(Date|Time)?String\(/)).toEqual([]);
});

it('leaves no field for dates to the language of the browser', () => {
  expect(having(/type=["'{]+(date|time|datetime-local|month|week)\b/)).toEqual([]);
});
