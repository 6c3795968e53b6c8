import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^dev/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SRC, path), 'utf8') }));

const LOAD = /queryKey: (?:\[\.\.\.)?(?:keys|pageKeys)\.(\w+)[^\n]*,\s*queryFn/g;
const places = new Map<string, string[]>();
for (const { path, text } of sources) {
  for (const [, key = ''] of text.matchAll(LOAD)) places.set(key, [...(places.get(key) ?? []), path]);
}

// Four features had a query of the numbers of their own, three of the contacts and two of the attendants and of one
// contact, all under one key and not alike: which of them ran decided what the others saw.
it('what is kept under a key is loaded in one place', () => {
  expect(places.size).toBeGreaterThan(25);
  expect([...places].filter(([, each]) => each.length > 1)).toEqual([]);
});

it.each([
  ['connections', 'api/connections.ts'],
  ['attendants', 'api/attendants.ts'],
  ['contacts', 'api/contactSearch.ts'],
  ['contact', 'api/contacts.ts'],
  ['queues', 'api/queues.ts'],
  ['settings', 'api/settings.ts'],
  ['tags', 'api/tags.ts'],
  ['closingReasons', 'api/closing.ts'],
  ['chatList', 'api/chats.ts'],
])('%s, which several features ask for, belong to no one of them', (key, place) => {
  expect(places.get(key)).toEqual([place]);
});
