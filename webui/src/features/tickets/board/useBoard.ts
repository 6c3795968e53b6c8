import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket } from '@/api/types';
import { useViewer } from '@/features/tickets/useViewer';
import { seesTicket, type Viewer } from '@/realtime/membership';
import { useTicketsRoom } from '@/realtime/rooms';
import { onTicketNews, type TicketNews } from '@/state/ticketNews';
import { applyToLane, dropFromLane, type Lane, type LaneData } from './model';

const REFRESH_MS = 1000;

/** Lays news over the loaded lanes and answers those that have to be asked for again. */
function layNews(client: QueryClient, lanes: readonly Lane[], viewer: Viewer, news: TicketNews): Lane[] {
  const moved: Lane[] = [];
  for (const lane of lanes) {
    for (const [key, data] of client.getQueriesData<LaneData>({ queryKey: pageKeys.boardLane(lane.key) })) {
      if (!data) continue;
      const change =
        'goneId' in news
          ? dropFromLane(data, news.goneId)
          : applyToLane(data, lane, news.ticket, {
              isSeen: seesTicket(news.ticket, viewer),
              isSearching: key[2] !== '',
            });
      if (change.data !== data) client.setQueryData(key, change.data);
      if (change.isMoved) moved.push(lane);
    }
  }
  return moved;
}

/** Keeps the lanes live; answers how the new state of a ticket is laid over them at once. */
export function useBoard(lanes: readonly Lane[]): (ticket: Ticket) => void {
  const client = useQueryClient();
  const viewer = useViewer();
  useTicketsRoom('open');
  useTicketsRoom('pending');
  useTicketsRoom('lead');
  const hear = useEffectEvent((news: TicketNews) => layNews(client, lanes, viewer, news));

  // Synchronises with the events; totals and what lies behind the loaded cards are asked for once for many of them.
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of waiting) void client.invalidateQueries({ queryKey: pageKeys.boardLane(key) });
      waiting.clear();
    };
    const stop = onTicketNews((news) => {
      for (const { key } of hear(news)) waiting.add(key);
      if (waiting.size > 0) timer ??= setTimeout(refresh, REFRESH_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);

  return (ticket) => void layNews(client, lanes, viewer, { ticket });
}
