import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { compactPage } from '@/realtime/compactPage';
import { appendOlder, episodesOf, flatten, type MessageData } from '@/realtime/messagePages';
import { messagesOptions } from '@/features/tickets/api';
import { messageCalls } from '@/features/tickets/message/messageCalls';
import { dayKey } from '@/lib/dates';
import { buildRows, keepRows, type Row } from './rows';
import { useOutgoing } from '@/features/tickets/composer/useOutgoing';

/** The messages of a ticket's contact with everything that the list shows between them. */
export function useConversation(ticket: Ticket) {
  const client = useQueryClient();
  const query = useInfiniteQuery(messagesOptions(ticket.id));
  const { outgoing, send, retry, discard } = useOutgoing(ticket);
  const { data } = query;
  const isComplete = data !== undefined && !query.hasNextPage;
  const kept = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const messages = flatten(data);
    const next = buildRows({ messages, episodes: episodesOf(data), outgoing, isComplete, dayOf: dayKey });
    kept.current = keepRows(kept.current, next);
    return kept.current;
  }, [data, outgoing, isComplete, kept]);
  const { id } = ticket;
  /** Loads everything down to a message in one page, however far back it stands. */
  const reach = useCallback(
    async (messageId: number) => {
      const before = client.getQueryData<MessageData>(keys.messages(id))?.pages.at(-1)?.messages[0]?.id;
      if (before === undefined) return;
      const page = await messageCalls.through(id, before, messageId);
      client.setQueryData<MessageData>(
        keys.messages(id),
        (known) => known && appendOlder(known, before, compactPage(page, known.pages[0])),
      );
    },
    [client, id],
  );
  return { query, rows, reach, send, retry, discard };
}

export type ConversationState = ReturnType<typeof useConversation>;
