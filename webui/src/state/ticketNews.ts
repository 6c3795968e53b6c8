import type { Ticket } from '@/api/types';

/** The new state of a ticket, or that it left what this viewer sees. */
export type TicketNews = { ticket: Ticket } | { goneId: number };

type Listener = (news: TicketNews) => void;
const listeners = new Set<Listener>();

/** The realtime layer says it, perhaps more than once; pages with an order of their own keep theirs. */
export function announceTicket(news: TicketNews): void {
  for (const listener of listeners) listener(news);
}

/** Answers the function that stops listening. */
export function onTicketNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
