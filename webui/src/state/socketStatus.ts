import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** `idle`: signed out. `lost`: was connected and is trying again. */
export type SocketStatus = 'idle' | 'connecting' | 'connected' | 'lost';

const socketStatus = signal<SocketStatus>('idle');

export function useSocketStatus(): SocketStatus {
  useSignals();
  return socketStatus.value;
}

export function currentSocketStatus(): SocketStatus {
  return socketStatus.peek();
}

export function setSocketStatus(next: SocketStatus): void {
  socketStatus.value = next;
}
