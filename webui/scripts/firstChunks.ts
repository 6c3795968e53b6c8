/** Which modules share a file: what a first load needs and the ones before it did not have. It follows from the imports;
 * nothing is listed, and what is not part of a first load follows the lazy imports that lead to it. */
import { resolve } from 'node:path';
import { FIRST_LOADS } from './firstLoads.mjs';

interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[]; importers: string[] } | null;
}

const sources = resolve('src');
const isOurs = (id: string) => id.startsWith(sources);

function chunkByModule(graph: Graph): Map<string, string | null> {
  const chunks = new Map<string, string | null>();
  const infoOf = (id: string) => graph.getModuleInfo(id);
  for (const { name, pages } of FIRST_LOADS) {
    const waiting = pages.map((page) => resolve(page));
    const roots = new Set([
      ...waiting,
      ...waiting.flatMap((page) => (isOurs(page) ? [] : (infoOf(page)?.importedIds ?? []))),
    ]);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (chunks.has(id)) continue;
      const info = infoOf(id);
      // Libraries stay the same from release to release, and with them what they import of ours.
      const isLibrary = !isOurs(id) || info?.importers.some((importer) => !isOurs(importer) && !roots.has(id));
      chunks.set(id, roots.has(id) ? null : isLibrary ? `${name}-libraries` : name);
      waiting.push(...(info?.importedIds ?? []));
    }
  }
  return chunks;
}

/** The group of the bundler that holds the first loads: one file of ours and one of libraries for each. */
export function firstChunks() {
  let chunks: Map<string, string | null> | null = null;
  const name = (id: string, graph: Graph) => {
    chunks ??= chunkByModule(graph);
    return chunks.get(id) ?? null;
  };
  return { name, debugName: 'first loads', includeDependenciesRecursively: false };
}
