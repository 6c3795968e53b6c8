import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** How long a notice stands. */
const SHOWN_MS = 3000;

/** Whether somebody has just logged in. */
const isNew = signal(false);

export function noteSignIn(): void {
  isNew.value = true;
  setTimeout(() => {
    isNew.value = false;
  }, SHOWN_MS);
}

export function useIsNewSignIn(): boolean {
  useSignals();
  return isNew.value;
}
