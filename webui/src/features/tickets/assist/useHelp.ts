import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type Wish } from './ask';

/** What a model has answered so far. */
export interface Help {
  wish: Wish;
  phase: 'making' | 'done' | 'failed';
  text: string;
  /** Messages of the conversation that it has read. */
  read: number;
  /** Titles of the company's articles that it has read. */
  sources: readonly string[];
  isCut: boolean;
  /** The code of what went wrong. */
  error: unknown;
}

const fresh = (wish: Wish): Help => ({
  wish,
  phase: 'making',
  text: '',
  read: 0,
  sources: [],
  isCut: false,
  error: null,
});

/** One answer at a time; the next one, the end of the page and `stop` end the call. */
export function useHelp(ticketId: number) {
  const [help, setHelp] = useState<Help | null>(null);
  const call = useRef<AbortController | null>(null);

  // Synchronises with the page's life.
  useEffect(() => () => call.current?.abort(), []);

  const start = useCallback(
    async (wish: Wish) => {
      call.current?.abort();
      const own = new AbortController();
      call.current = own;
      const change = (more: (help: Help) => Partial<Help>) => {
        if (call.current === own) setHelp((help) => help && { ...help, ...more(help) });
      };
      setHelp(fresh(wish));
      try {
        await ask(ticketId, wish, own.signal, (event) =>
          change((help) => {
            switch (event.kind) {
              case 'read':
                return { read: event.messages, sources: event.sources };
              case 'text':
                return { text: help.text + event.text };
              case 'done':
                return { phase: 'done', isCut: event.isCut };
              case 'error':
                return { phase: 'failed', error: event.code };
            }
          }),
        );
        // an answer that only stops was not one
        change((help) => (help.phase === 'making' ? { phase: 'failed', error: 'ERR_AI_UNAVAILABLE' } : {}));
      } catch (error) {
        change(() => ({ phase: 'failed', error }));
      }
    },
    [ticketId],
  );

  /** Ends the call; what is there stays, nothing is nothing. */
  const stop = useCallback(() => {
    call.current?.abort();
    call.current = null;
    setHelp((help) => (help && help.text !== '' ? { ...help, phase: 'done', isCut: true } : null));
  }, []);

  const close = useCallback(() => {
    call.current?.abort();
    call.current = null;
    setHelp(null);
  }, []);

  return { help, start, stop, close };
}
