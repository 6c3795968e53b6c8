import type { toast } from 'sonner';
import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** Whether a notice has been asked for: only then is the toaster loaded. */
const isToasterWanted = signal(false);
type Notices = typeof toast;
let markReady: (notices: Notices) => void = () => undefined;
const ready = new Promise<Notices>((resolve) => {
  markReady = resolve;
});

export function useIsToasterWanted(): boolean {
  useSignals();
  return isToasterWanted.value;
}

/** Asks for the toaster and waits until it is on the page; it brings along what puts notices there. */
export function whenToasterReady(): Promise<Notices> {
  isToasterWanted.value = true;
  return ready;
}

export function toasterReady(notices: Notices): void {
  markReady(notices);
}
