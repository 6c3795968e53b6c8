import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** Which attendants are on line, by user id; fed by the `user` events. */
const presence = signal<ReadonlyMap<number, boolean>>(new Map());

export function useIsOnline(userId: number): boolean | undefined {
  useSignals();
  return presence.value.get(userId);
}

export function usePresence(): ReadonlyMap<number, boolean> {
  useSignals();
  return presence.value;
}

export function setPresence(userId: number, isOnline: boolean): void {
  if (presence.peek().get(userId) === isOnline) return;
  const next = new Map(presence.peek());
  next.set(userId, isOnline);
  presence.value = next;
}

export function clearPresence(): void {
  presence.value = new Map();
}
