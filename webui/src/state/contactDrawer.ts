import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** S038: the contact's side of a conversation; it stays as it is when another conversation is opened. */
const isContactShown = signal(false);

export function useIsContactShown(): boolean {
  useSignals();
  return isContactShown.value;
}

export function showContact(next: boolean): void {
  isContactShown.value = next;
}
