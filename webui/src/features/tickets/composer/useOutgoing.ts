import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '@/api/client';
import { keys } from '@/api/keys';
import type { QuotedMessage, Ticket } from '@/api/types';
import { applyMessage } from '@/realtime/handlers/appMessage';
import { holdPageFor } from '@/state/leaving';
import { onSignOut, sessionEnd } from '@/state/session';
import { messageCalls } from '@/features/tickets/message/messageCalls';
import type { Piece } from './pieces';
import { newClientId, type Outgoing } from './outgoing';

const NONE: Outgoing[] = [];

/** One line per ticket: messages leave in the order in which they were written. */
const lines = new Map<number, Promise<void>>();
onSignOut(() => lines.clear());

const change = (client: QueryClient, ticketId: number, apply: (list: Outgoing[]) => Outgoing[]) =>
  client.setQueryData<Outgoing[]>(keys.outgoing(ticketId), (list) => apply(list ?? []));

const patch = (client: QueryClient, { ticketId, clientId }: Outgoing, part: Partial<Outgoing>) =>
  change(client, ticketId, (list) => list.map((each) => (each.clientId === clientId ? { ...each, ...part } : each)));

const drop = (client: QueryClient, { ticketId, clientId }: Outgoing) =>
  change(client, ticketId, (list) => list.filter((each) => each.clientId !== clientId));

async function deliver(client: QueryClient, outgoing: Outgoing, contactId: number, end: AbortSignal): Promise<void> {
  // What still waits when its writer signs out never leaves: the next user would send it.
  if (end.aborted) return;
  try {
    const messages = await messageCalls.send(outgoing, (progress) => patch(client, outgoing, { progress }));
    for (const message of messages) {
      applyMessage(client, { ...message, clientId: message.clientId ?? outgoing.clientId }, contactId);
    }
    drop(client, outgoing);
  } catch (error) {
    if (end.aborted) return;
    const code = error instanceof ApiError ? error.code : 'ERR_SENDING_WAPP_MSG';
    patch(client, outgoing, { state: 'failed', error: code });
  }
}

function enqueue(client: QueryClient, outgoing: Outgoing, contactId: number): void {
  const before = lines.get(outgoing.ticketId) ?? Promise.resolve();
  const end = sessionEnd();
  const after = before.then(() => deliver(client, outgoing, contactId, end));
  lines.set(outgoing.ticketId, holdPageFor(after));
}

/** Puts messages on their way into a conversation, whether it is shown or not. */
export function sendPieces(
  client: QueryClient,
  { id: ticketId, contactId }: Pick<Ticket, 'id' | 'contactId'>,
  pieces: readonly Piece[],
  quoted: QuotedMessage | null,
): void {
  const createdAt = new Date().toISOString();
  const added = pieces.map((piece, index): Outgoing => ({
    ...piece,
    clientId: newClientId(),
    ticketId,
    quoted: index === 0 ? quoted : null,
    createdAt,
    state: 'sending',
    error: null,
    progress: 0,
  }));
  change(client, ticketId, (list) => [...list, ...added]);
  for (const each of added) enqueue(client, each, contactId);
}

/** Messages on their way: shown at once, settled by the answer or by the echo, kept with a retry when refused. */
export function useOutgoing(ticket: Ticket) {
  const client = useQueryClient();
  const { id: ticketId, contactId } = ticket;
  const { data: outgoing = NONE } = useQuery<Outgoing[]>({
    queryKey: keys.outgoing(ticketId),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });

  const send = useCallback(
    (pieces: readonly Piece[], quoted: QuotedMessage | null) =>
      sendPieces(client, { id: ticketId, contactId }, pieces, quoted),
    [client, ticketId, contactId],
  );
  const retry = useCallback(
    (failed: Outgoing) => {
      patch(client, failed, { state: 'sending', error: null, progress: 0 });
      enqueue(client, failed, contactId);
    },
    [client, contactId],
  );
  const discard = useCallback((failed: Outgoing) => void drop(client, failed), [client]);
  return { outgoing, send, retry, discard };
}
