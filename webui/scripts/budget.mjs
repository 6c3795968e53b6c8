/** First-load JavaScript per page, gzip. A page above its budget fails the build. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The budgets count kilobytes of 1,024 bytes. Code behind a dynamic import (socket, menus, dialogs) is no first load. */
const KB = 1024;
const catalogues = (...names) => names.map((name) => `src/i18n/locales/pt/${name}.json`);
const BUDGETS = [
  {
    page: 'login',
    limit: 112 * KB,
    entries: ['index.html', 'src/features/login/LoginPage.tsx', ...catalogues('common', 'login')],
  },
  {
    page: 'tickets',
    limit: 175 * KB,
    entries: [
      'index.html',
      'src/app/Shell.tsx',
      'src/features/tickets/TicketsPage.tsx',
      ...catalogues('common', 'shell', 'tickets'),
    ],
  },
];

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const sizes = new Map();

function size(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length);
  return sizes.get(file);
}

/** The chunk and everything that it imports statically. */
function collect(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) collect(next, found);
  return found;
}

let failed = false;
for (const { page, limit, entries } of BUDGETS) {
  const found = new Set();
  for (const entry of entries) {
    if (!manifest[entry]) {
      console.error(`budget: ${entry} is not in the manifest`);
      failed = true;
    }
    collect(entry, found);
  }
  const files = [...found].filter((file) => file.endsWith('.js'));
  const total = files.reduce((sum, file) => sum + size(file), 0);
  const isOver = total > limit;
  failed ||= isOver;
  console.log(`${isOver ? 'OVER ' : 'ok   '} ${page}: ${(total / KB).toFixed(1)} kB of ${limit / KB} kB gzip`);
  if (isOver || process.argv.includes('--verbose')) {
    for (const file of files.toSorted((a, b) => size(b) - size(a))) {
      console.log(`      ${(size(file) / KB).toFixed(1).padStart(6)} kB  ${file}`);
    }
  }
}
process.exit(failed ? 1 : 0);
