import type { Ticket } from '@/api/types';
import type { TicketChange } from '@/features/tickets/api';
import type { ClosingWish } from './useClosing';

/** S059: the one who accepts becomes the holder. */
export const acceptChange = (userId: number): TicketChange => ({ status: 'open', userId });

/** S060 */
export const returnChange = (): TicketChange => ({ status: 'pending', userId: null });

/** S061: the queue stays, and no bot goes on with the conversation. */
export const closeChange = (ticket: Ticket, userId: number, how: ClosingWish): TicketChange => ({
  status: 'closed',
  userId,
  queueId: ticket.queueId,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  ...how,
});

/** S062 */
export const reopenChange = (ticket: Ticket, userId: number): TicketChange => ({
  status: 'open',
  userId,
  queueId: ticket.queueId,
});

export interface Destination {
  userId: number | null;
  queueId: number | null;
  whatsappId: number | null;
}

/** S064: only a queue makes the ticket wait for anyone; a user gets it at once. Null when neither was chosen. */
export function transferChange({ userId, queueId, whatsappId }: Destination): TicketChange | null {
  if (userId === null && queueId === null) return null;
  const change: TicketChange = userId === null ? { status: 'pending', userId: null } : { userId };
  if (queueId !== null) change.queueId = queueId;
  if (whatsappId !== null) change.whatsappId = whatsappId;
  return change;
}
