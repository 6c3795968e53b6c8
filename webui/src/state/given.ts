import type { Ticket } from '@/api/types';

/** A ticket that somebody gave to its attendant or queue. */
export interface Given {
  ticket: Ticket;
  by: { id: number; name: string };
  /** What the giver wrote to whoever gets it. */
  note?: string | undefined;
}

type Listener = (given: Given) => void;
const listeners = new Set<Listener>();

/** The realtime layer says it once; features tell the user. */
export function announceGiven(given: Given): void {
  for (const listener of listeners) listener(given);
}

/** Answers the function that stops listening. */
export function onGiven(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
