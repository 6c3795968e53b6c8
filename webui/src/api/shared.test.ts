import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^dev/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SRC, path), 'utf8') }));

// Four features had a query of the numbers of their own, three of the contacts and two of the attendants, all under one
// key and not alike: which of them ran decided what the others saw.
it.each([
  ['keys.connections', 'api/connections.ts'],
  ['keys.attendants', 'api/attendants.ts'],
  ['keys.contacts(text)', 'api/contactSearch.ts'],
  ['keys.queues', 'api/queues.ts'],
  ['keys.settings', 'api/settings.ts'],
])('what is kept under %s is loaded in one place', (key, place) => {
  const loads = new RegExp(`queryKey: ${key.replaceAll(/[().]/g, '\\$&')},\\s*queryFn`);
  expect(sources.filter(({ text }) => loads.test(text)).map(({ path }) => path)).toEqual([place]);
});
