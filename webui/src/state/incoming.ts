/** A tiny bus: the realtime layer announces a customer's new message, features listen (sound, notification, bell). */
export interface Incoming {
  ticket: { id: number; uuid: string; status: string; userId: number | null; queueId: number | null };
  message: { id: number; body: string; mediaType: string | null; fromMe: boolean };
  contact: { id: number; name: string; profilePicUrl?: string | null };
}

type Listener = (incoming: Incoming) => void;
const listeners = new Set<Listener>();

export function announceIncoming(incoming: Incoming): void {
  for (const listener of listeners) listener(incoming);
}

/** Answers the function that stops listening. */
export function onIncoming(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
