import type { Contact, ForwardAnswer, ForwardBody, Ticket } from '@/api/types';

/** As the server bounds one request. */
export const TARGETS_MAX = 5;

/** To whom: a conversation that is open, or a contact for whom a ticket is opened. */
export type Target =
  | { kind: 'ticket'; key: string; ticket: Ticket }
  | { kind: 'contact'; key: string; contact: Contact };

export const ofTicket = (ticket: Ticket): Target => ({ kind: 'ticket', key: `ticket:${ticket.id}`, ticket });
export const ofContact = (contact: Contact): Target => ({ kind: 'contact', key: `contact:${contact.id}`, contact });

/** Where tickets are opened; null leaves it to the server: no queue for an admin, the default number. */
export interface Opening {
  queueId: number | null;
  whatsappId: number | null;
}

/** The targets as the server is told of them. */
export function named(targets: readonly Target[], { queueId, whatsappId }: Opening) {
  const tickets = targets.flatMap((each) => (each.kind === 'ticket' ? [each.ticket.id] : []));
  const contacts = targets.flatMap((each) =>
    each.kind === 'contact' ? [{ contactId: each.contact.id, queueId, whatsappId }] : [],
  );
  return { ticketIds: tickets, contacts } satisfies Partial<ForwardBody>;
}

type Outcome = ForwardAnswer['results'][number] | ForwardAnswer['contacts'][number];

/** What became of one. */
export const outcomeOf = (answer: ForwardAnswer | undefined, target: Target): Outcome | undefined =>
  target.kind === 'ticket'
    ? answer?.results.find(({ id }) => id === target.ticket.id)
    : answer?.contacts.find(({ contactId }) => contactId === target.contact.id);

/** The conversation that a target is, or has got. */
export function conversationOf(answer: ForwardAnswer, target: Target): string | null {
  if (target.kind === 'ticket') return target.ticket.uuid;
  const outcome = outcomeOf(answer, target);
  return outcome && 'ticket' in outcome ? (outcome.ticket?.uuid ?? null) : null;
}
