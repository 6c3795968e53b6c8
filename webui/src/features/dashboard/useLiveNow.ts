import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTicketsRoom } from '@/realtime/rooms';
import { onTicketNews } from '@/state/ticketNews';
import { NOW, useDashboardNow } from './api';
import type { QueuesQuery } from './model';

/** A busy desk has many events a second; what they change together is asked for once. */
const BATCH_MS = 1000;

/** Who waits and who serves whom, asked for again soon after a ticket has changed. */
export function useLiveNow(queues: QueuesQuery) {
  const client = useQueryClient();
  useTicketsRoom('open');
  useTicketsRoom('pending');
  // Synchronises with the socket's news.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onTicketNews(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // who comes back to the page asks anyway
        if (!document.hidden) void client.invalidateQueries({ queryKey: NOW });
      }, BATCH_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return useDashboardNow(queues);
}
