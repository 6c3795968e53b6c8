import type { Contact, ForwardAnswer, ForwardBody, Message, Ticket } from '@/api/types';

/** As the server bounds one request. */
export const MESSAGES_MAX = 30;
export const TARGETS_MAX = 5;

/** Words and files can be sent again; places, cards, calls and what only the team sees cannot. */
export const canForward = ({ isDeleted, isPrivate, mediaType, mediaUrl }: Message) =>
  !isDeleted && !isPrivate && (mediaType === null || mediaUrl !== null);

/** What is offered beside the message that was asked for: its neighbours, in the conversation's order. */
export function candidates(messages: readonly Message[], asked: Message): Message[] {
  const fit = messages.filter((each) => canForward(each));
  const at = fit.findIndex(({ id }) => id === asked.id);
  if (at === -1) return [asked];
  return fit.slice(Math.max(0, at - MESSAGES_MAX), at + MESSAGES_MAX);
}

/** With one more or one less of it; nothing is added to a set that is full. */
export function toggled(chosen: ReadonlySet<number>, id: number, most: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(id) && next.size < most) next.add(id);
  return next;
}

/** The numbers in the order of the conversation, whatever order they were chosen in. */
export const inOrder = (offered: readonly Message[], chosen: ReadonlySet<number>): number[] =>
  offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

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
