import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** Whether a notice has been asked for: only then is the toaster loaded. */
const isToasterWanted = signal(false);
let markReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

export function useIsToasterWanted(): boolean {
  useSignals();
  return isToasterWanted.value;
}

/** Asks for the toaster and waits until it is on the page. */
export function whenToasterReady(): Promise<void> {
  isToasterWanted.value = true;
  return ready;
}

export function toasterReady(): void {
  markReady();
}
