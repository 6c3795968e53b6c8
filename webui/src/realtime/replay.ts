import type { QueryClient } from '@tanstack/react-query';

/** Nothing takes longer to load than this; older arrivals are forgotten. */
const KEPT_MS = 30_000;

interface Kept<T> {
  at: number;
  item: T;
}

/**
 * An answer of the server may be older than the events that arrived while it was on its way, and it overwrites what
 * they changed. Whatever arrived since a query began to load is therefore applied once more when its answer is there;
 * events are idempotent, so that nothing is counted twice.
 */
export class Replay<T> {
  #kept: Kept<T>[] = [];
  readonly #started = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(items: readonly T[]): void {
    const at = this.#now();
    this.#kept = this.#kept.filter((each) => at - each.at < KEPT_MS);
    for (const item of items) this.#kept.push({ at, item });
  }

  /** Listens to the cache; answers the function that stops it. */
  watch(client: QueryClient, apply: (items: readonly T[], queryHash: string) => void): () => void {
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { action, query } = event;
      if (action.type === 'fetch') this.#started.set(query.queryHash, this.#now());
      else if (action.type === 'error') this.#started.delete(query.queryHash);
      else if (action.type === 'success' && action.manual !== true) {
        const since = this.#started.get(query.queryHash);
        this.#started.delete(query.queryHash);
        const missed = this.#kept.filter((each) => since !== undefined && each.at >= since);
        if (missed.length > 0)
          apply(
            missed.map((each) => each.item),
            query.queryHash,
          );
      }
    });
  }
}
