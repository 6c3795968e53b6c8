import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Ticket } from '@/api/types';

/** The server takes so many at once. */
export const CHOSEN_MAX = 100;

type Chosen = ReadonlyMap<number, Ticket>;

/** The tickets that something is done with together; null while none are being chosen. */
const chosen = signal<Chosen | null>(null);

export function useChosen(): Chosen | null {
  useSignals();
  return chosen.value;
}

/** Whether this ticket is chosen; null while none are being chosen. */
export function useIsChosen(ticketId: number): boolean | null {
  useSignals();
  return chosen.value?.has(ticketId) ?? null;
}

/** Begins with nothing chosen, or ends. */
export function setChoosing(isChoosing: boolean): void {
  chosen.value = isChoosing ? new Map() : null;
}

/** Another list is shown: what is not in sight is not chosen. */
export function chooseNone(): void {
  if (chosen.peek()?.size) chosen.value = new Map();
}

export function choose(ticket: Ticket, isChosen: boolean): void {
  const next = new Map(chosen.peek());
  if (!isChosen) next.delete(ticket.id);
  else if (next.size < CHOSEN_MAX) next.set(ticket.id, ticket);
  chosen.value = next;
}
