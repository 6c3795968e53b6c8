import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Looker } from '@/api/types';

/** Who is at a conversation at this moment. */
interface Crowd {
  users: readonly Looker[];
  isContactWriting: boolean;
}

const NOBODY: Crowd = { users: [], isContactWriting: false };

/** By ticket id; fed by the `lookers` events. */
const crowds = signal<ReadonlyMap<number, Crowd>>(new Map());

export function useCrowd(ticketId: number): Crowd {
  useSignals();
  return crowds.value.get(ticketId) ?? NOBODY;
}

export function setLookers(ticketId: number, users: readonly Looker[], isContactWriting: boolean): void {
  const next = new Map(crowds.peek());
  if (users.length > 0) next.set(ticketId, { users, isContactWriting });
  else next.delete(ticketId);
  crowds.value = next;
}

/** Without a connection nobody knows. */
export function clearLookers(): void {
  if (crowds.peek().size > 0) crowds.value = new Map();
}
