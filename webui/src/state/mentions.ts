import type { Ticket, TicketNote } from '@/api/types';

/** A note in which the reader is named, and its ticket. */
export interface Mention {
  note: TicketNote;
  ticket: Ticket;
}

type Listener = (mention: Mention) => void;
const listeners = new Set<Listener>();

/** The realtime layer says it once; the shell tells the user. */
export function announceMention(mention: Mention): void {
  for (const listener of listeners) listener(mention);
}

/** Answers the function that stops listening. */
export function onMention(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
