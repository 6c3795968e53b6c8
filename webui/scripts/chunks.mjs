/** What the build made, by Vite's manifest; the scripts run in webui/ after the build. */
import { readFileSync } from 'node:fs';

export const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** The file and the styles of a chunk and of everything that it imports statically. */
export function collect(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const next of chunk.imports ?? []) collect(next, found);
  return found;
}
