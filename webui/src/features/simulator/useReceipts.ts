import { useEffect, useRef } from 'react';
import { acknowledge } from './api';
import { ACK_READ, toAcknowledge, type PhoneMessage } from './model';

/** An open chat has read what it shows, and says so unless its owner keeps that to himself. */
export function useReceipts(connection: number, messages: readonly PhoneMessage[] | undefined, isOn: boolean): void {
  const told = useRef(new Set<string>());
  // Synchronises what is on the screen with what the company is told.
  useEffect(() => {
    if (!isOn || !messages) return;
    for (const id of toAcknowledge(messages)) {
      if (told.current.has(id)) continue;
      told.current.add(id);
      acknowledge(connection, id, ACK_READ).catch(() => told.current.delete(id));
    }
  }, [connection, messages, isOn]);
}
