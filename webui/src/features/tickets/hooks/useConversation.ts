import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Ticket } from '../../../api/types';
import { episodesOf, flatten } from '../../../realtime/messagePages';
import { messagesOptions } from '../api';
import { dayKey } from '../model/format';
import { buildRows } from '../model/rows';
import { useOutgoing } from './useOutgoing';

/** The messages of a ticket's contact with everything that the list shows between them. */
export function useConversation(ticket: Ticket) {
  const query = useInfiniteQuery(messagesOptions(ticket.id));
  const { outgoing, send, retry, discard } = useOutgoing(ticket);
  const { data } = query;
  const isComplete = data !== undefined && !query.hasNextPage;
  const rows = useMemo(
    () => buildRows({ messages: flatten(data), episodes: episodesOf(data), outgoing, isComplete, dayOf: dayKey }),
    [data, outgoing, isComplete],
  );
  return { query, rows, send, retry, discard };
}

export type ConversationState = ReturnType<typeof useConversation>;
