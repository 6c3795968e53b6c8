import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { readStored, writeStored } from './storage';

const KEY = 'signOption';

/** S036: whether messages begin with the attendant's name; on until someone turns it off. */
const isSigned = signal<boolean>(readStored(KEY) !== 'false');

export function useIsSigned(): boolean {
  useSignals();
  return isSigned.value;
}

export function setSigned(next: boolean): void {
  isSigned.value = next;
  writeStored(KEY, String(next));
}
