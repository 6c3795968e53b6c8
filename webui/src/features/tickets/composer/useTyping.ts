import { useCallback, useRef } from 'react';
import { sayTyping } from '@/realtime/rooms';

/** The server forgets a writer after 6 s. */
const REPEAT_MS = 3000;

/** Answers what notes whether there is a text in the making; colleagues and, unless it is a whisper, the customer hear of it now and then. */
export function useTyping(ticketId: number, isWhisper: boolean): (isTyping: boolean) => void {
  const saidAt = useRef(0);
  return useCallback(
    (isTyping) => {
      const now = Date.now();
      if (isTyping ? now - saidAt.current < REPEAT_MS : saidAt.current === 0) return;
      saidAt.current = isTyping ? now : 0;
      sayTyping(ticketId, isTyping, !isWhisper);
    },
    [ticketId, isWhisper],
  );
}
