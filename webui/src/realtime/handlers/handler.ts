import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Viewer } from '../membership';

/** What an entity's event does. */
export interface Handler<Event> {
  /** Lays the event over the cache. It is done again over an answer that was on its way, and so must be idempotent. */
  store?: (client: QueryClient, event: Event, viewer: Viewer) => void;
  /** The queries that only the server can bring up to date; an answer that was on its way is asked for once more. */
  stale?: (event: Event, viewer: Viewer) => readonly QueryKey[];
  /** What is done once: sounds, notices, timers, the end of a session. It sees the cache as it was before the event. */
  effects?: (client: QueryClient, event: Event, viewer: Viewer) => void;
}

export function perform<Event>(handler: Handler<Event>, client: QueryClient, event: Event, viewer: Viewer): void {
  handler.effects?.(client, event, viewer);
  handler.store?.(client, event, viewer);
  for (const queryKey of handler.stale?.(event, viewer) ?? []) void client.invalidateQueries({ queryKey });
}

/** Lays an event once more over the answer of one query, which left the server before the event. */
export function performAgain<Event>(
  handler: Handler<Event>,
  client: QueryClient,
  event: Event,
  viewer: Viewer,
  queryHash: string,
): void {
  handler.store?.(client, event, viewer);
  for (const queryKey of handler.stale?.(event, viewer) ?? []) {
    void client.invalidateQueries({ queryKey, predicate: (query) => query.queryHash === queryHash });
  }
}
