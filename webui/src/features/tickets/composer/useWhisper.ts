import { useCallback, useState } from 'react';
import { currentDraft } from '@/state/drafts';
import { isWhispered, noteWhisper } from '@/state/whispers';

/** Whether the text of a ticket's composer is a whisper; it stays one for as long as its draft is kept. */
export function useWhisper(ticketId: number): [boolean, (isWhisper: boolean) => void] {
  const [isWhisper, setIsWhisper] = useState(() => isWhispered(ticketId) && currentDraft(ticketId) !== '');
  const change = useCallback(
    (next: boolean) => {
      noteWhisper(ticketId, next);
      setIsWhisper(next);
    },
    [ticketId],
  );
  return [isWhisper, change];
}
