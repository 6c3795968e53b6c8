import { useRealtime } from '@/realtime/useRealtime';

/** Keeps the live connection while someone is signed in. */
export function Realtime() {
  useRealtime();
  return null;
}
