import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** For whom a message is to be scheduled: asked for anywhere, answered by the dialog in the shell. */
export interface SchedulingContact {
  id: number;
  name: string;
  number: string;
  profilePicUrl?: string | null;
}

const wanted = signal<SchedulingContact | null>(null);

export function useScheduling(): SchedulingContact | null {
  useSignals();
  return wanted.value;
}

/** Opens the dialog for a contact; null closes it. */
export function schedule(contact: SchedulingContact | null): void {
  wanted.value = contact;
}
