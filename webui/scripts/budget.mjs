/** First-load JavaScript, gzip; code behind a dynamic import (socket, menus, dialogs) is none. What is above its budget
 * fails the build, and so do chunks in a ring. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { collect, manifest } from './chunks.mjs';
import { FIRST_LOADS } from './firstLoads.mjs';

const KB = 1000;

const sizes = new Map();

function size(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length);
  return sizes.get(file);
}

/** A ring of chunks that import each other: the first one would run before what it needs. */
function findRing(key, path = []) {
  if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
  for (const next of manifest[key]?.imports ?? []) {
    const ring = findRing(next, [...path, key]);
    if (ring) return ring;
  }
  return null;
}

let failed = false;
for (const key of Object.keys(manifest)) {
  const ring = findRing(key);
  if (!ring) continue;
  console.error(`OVER  chunks import each other: ${ring.join(' → ')}`);
  failed = true;
  break;
}
const found = new Set();
for (const { name, pages, catalogues, limit } of FIRST_LOADS) {
  const entries = [...pages, ...catalogues.map((catalogue) => `src/i18n/locales/pt/${catalogue}.json`)];
  for (const entry of entries) {
    if (!manifest[entry]) {
      console.error(`budget: ${entry} is not in the manifest`);
      failed = true;
    }
    collect(entry, found);
  }
  if (limit === null) continue;
  const files = [...found].filter((file) => file.endsWith('.js'));
  const total = files.reduce((sum, file) => sum + size(file), 0);
  const isOver = total > limit * KB;
  failed ||= isOver;
  console.log(`${isOver ? 'OVER ' : 'ok   '} ${name}: ${(total / KB).toFixed(1)} kB of ${limit} kB gzip`);
  if (isOver || process.argv.includes('--verbose')) {
    for (const file of files.toSorted((a, b) => size(b) - size(a))) {
      console.log(`      ${(size(file) / KB).toFixed(1).padStart(6)} kB  ${file}`);
    }
  }
}
process.exit(failed ? 1 : 0);
