import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Looker } from '@/realtime/events';

const NOBODY: readonly Looker[] = [];

/** Who looks at which conversation, by ticket id; fed by the `lookers` events. */
const lookers = signal<ReadonlyMap<number, readonly Looker[]>>(new Map());

export function useLookers(ticketId: number): readonly Looker[] {
  useSignals();
  return lookers.value.get(ticketId) ?? NOBODY;
}

export function setLookers(ticketId: number, users: readonly Looker[]): void {
  const next = new Map(lookers.peek());
  if (users.length > 0) next.set(ticketId, users);
  else next.delete(ticketId);
  lookers.value = next;
}

/** Without a connection nobody knows. */
export function clearLookers(): void {
  if (lookers.peek().size > 0) lookers.value = new Map();
}
