import { useEffect } from 'react';
import type { TicketStatus } from '@/api/types';
import type { Room } from './events';
import { joins } from './socket';

const PATIENCE_MS = 400;

function hold(room: Room): () => void {
  joins.join(room);
  return () => joins.leave(room);
}

/** Receives the events of one ticket's conversation while mounted. */
export function useChatRoom(ticketId: number | undefined): void {
  // Synchronises with the socket's rooms.
  useEffect(() => (ticketId === undefined ? undefined : hold({ name: 'ChatBox', arg: ticketId })), [ticketId]);
}

/** Receives the events of the tickets in one status while mounted. */
export function useTicketsRoom(status: TicketStatus | null): void {
  // Synchronises with the socket's rooms.
  useEffect(() => (status === null ? undefined : hold({ name: 'Tickets', arg: status })), [status]);
}

/** Receives the events that the bell needs while mounted. */
export function useNotificationRoom(): void {
  // Synchronises with the socket's rooms.
  useEffect(() => hold({ name: 'Notification' }), []);
}

/** Tells those who look at a ticket that somebody writes in it, or has stopped; its customer too, if it is for him. */
export const sayTyping = (ticketId: number, isTyping: boolean, isForCustomer: boolean) =>
  joins.say('typing', { ticketId, isTyping, isForCustomer });

/** Waits until a ticket's room delivers, so that nothing falls between loading and listening; but never for long. */
export async function whenInChatRoom(ticketId: number): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([joins.whenJoined({ name: 'ChatBox', arg: ticketId }), patience]);
}
