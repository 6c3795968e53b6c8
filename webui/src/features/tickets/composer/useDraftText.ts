import { useCallback, useEffect, useRef, useState } from 'react';
import { currentDraft, setDraft } from '@/state/drafts';

const REST_MS = 400;

/** The text of a ticket's composer, kept as a draft when the typing rests and when the conversation is left. */
export function useDraftText(ticketId: number): [string, (text: string) => void, () => string] {
  const [text, setText] = useState(() => currentDraft(ticketId));
  const latest = useRef(text);

  const change = useCallback(
    (next: string) => {
      latest.current = next;
      setText(next);
      if (next === '') setDraft(ticketId, '');
    },
    [ticketId],
  );

  // Synchronises with the store of drafts.
  useEffect(() => {
    const timer = setTimeout(() => setDraft(ticketId, text), REST_MS);
    return () => clearTimeout(timer);
  }, [ticketId, text]);
  // Synchronises with the page's life: neither another conversation nor a reload loses the last words.
  useEffect(() => {
    const keep = () => setDraft(ticketId, latest.current);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [ticketId]);

  return [text, change, useCallback(() => latest.current, [])];
}
