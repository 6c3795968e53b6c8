/** Writes dist/sw.js: the service worker with the files that open without network, and a version that follows them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { collect, manifest } from './chunks.mjs';

/** What must be there for the log-in and for the word that there is no connection. All else is kept as it is used. */
const ENTRIES = ['index.html', 'src/features/login/LoginPage.tsx', 'src/app/RestoreFailed.tsx'];
const LANGUAGES = ['pt', 'en', 'es'];
const CATALOGUES = ['common', 'login', 'errors'];

const keys = [
  ...ENTRIES,
  ...LANGUAGES.flatMap((language) => CATALOGUES.map((name) => `src/i18n/locales/${language}/${name}.json`)),
];
for (const key of keys) if (!manifest[key]) throw new Error(`worker: ${key} is not in the manifest`);

const found = new Set();
for (const key of keys) collect(key, found);
// index.html names what it loads, so its text stands for the whole version.
const version = createHash('sha256')
  .update(readFileSync('dist/index.html'))
  .update(readdirSync('dist/assets').toSorted().join())
  .digest('hex')
  .slice(0, 12);
const files = [...found].map((file) => `'/${file}'`).toSorted();
const words = Object.fromEntries(
  LANGUAGES.map((language) => {
    const shell = JSON.parse(readFileSync(`src/i18n/locales/${language}/shell.json`, 'utf8'));
    return [language, { from: shell['shell.bell.from'], media: shell['shell.bell.media'] }];
  }),
);
const source = readFileSync('src/worker/worker.js', 'utf8')
  .replace('__VERSION__', version)
  .replace("'__FILES__'", files.join())
  .replace(/^const WORDS = .*;$/m, () => `const WORDS = ${JSON.stringify(words)};`);
writeFileSync('dist/sw.js', source);
console.log(`service worker ${version}: ${files.length} files without network`);
