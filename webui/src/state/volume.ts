import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { readStored, writeStored } from './storage';

/** S137: the volume of sounds, 0 to 1 in steps of 0.1. */
const volume = signal<number>(clamp(Number.parseFloat(readStored('volume') ?? '1')));

function clamp(value: number): number {
  if (Number.isNaN(value)) return 1;
  return Math.min(1, Math.max(0, Math.round(value * 10) / 10));
}

export function useVolume(): number {
  useSignals();
  return volume.value;
}

export function currentVolume(): number {
  return volume.peek();
}

export function setVolume(next: number): void {
  volume.value = clamp(next);
  writeStored('volume', String(volume.peek()));
}
