import { Suspense } from 'react';
import type { Ticket } from '@/api/types';
import { lazyExtra } from '@/i18n';

const TicketMarks = lazyExtra(() => import('./TicketMarks'), 'snooze');

/** The marks of a ticket that has any; a node of the release before says nothing of them. */
export const MarkSlot = ({ ticket }: { ticket: Ticket }) =>
  (ticket.snooze || (ticket.priority ?? 'none') !== 'none') && (
    <Suspense fallback={null}>
      <TicketMarks ticket={ticket} />
    </Suspense>
  );
