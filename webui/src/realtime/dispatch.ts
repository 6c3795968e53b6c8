import { queryClient } from '../api/queryClient';
import { keys } from '../api/keys';
import { setLookers } from '../state/lookers';
import { currentSession } from '../state/session';
import type { Entity, EntityEvents, TicketEvent } from './events';
import { handleAppMessage, storeAppMessage } from './handlers/appMessage';
import { handleAuth } from './handlers/auth';
import { handleChat } from './handlers/chat';
import { handleContact } from './handlers/contact';
import { handleSettings } from './handlers/settings';
import { handleTag } from './handlers/tag';
import { handleTicketEvents } from './handlers/ticket';
import { handleTicketNote } from './handlers/ticketNote';
import { handleUser, storeUser } from './handlers/user';
import { handleWhatsapp, handleWhatsappSession } from './handlers/whatsapp';
import type { Viewer } from './membership';
import { renewEverywhere } from './parts';
import type { Replay } from './replay';
import type { Sequence } from './sequence';

export type Arrival = { [E in Entity]: { entity: E; event: EntityEvents[E] } }[Entity];

/** The record that an event is about; late events are told by its sequence number. Null where order cannot matter. */
function recordOf({ entity, event }: Arrival): string | null {
  switch (entity) {
    case 'ticket':
      return event.action === 'updateUnread'
        ? null
        : `ticket:${event.action === 'delete' ? event.ticketId : event.ticket.id}`;
    case 'appMessage':
      return `message:${event.message.id}`;
    case 'contact':
      if ('records' in event) return null;
      return `contact:${event.action === 'delete' ? event.contactId : event.contact.id}`;
    case 'user':
      return `user:${event.action === 'delete' ? event.userId : event.user.id}`;
    default:
      return null;
  }
}

function viewer(): Viewer | null {
  const user = currentSession()?.user;
  if (!user) return null;
  const queueIds = user.queues.map((queue) => queue.id);
  return { id: user.id, profile: user.profile, queueIds, seesUnqueued: user.allTicket === 'enabled' };
}

type Other = Exclude<Arrival, { entity: 'ticket' }>;

function handle(arrival: Other, who: Viewer): void {
  switch (arrival.entity) {
    case 'appMessage':
      return handleAppMessage(queryClient, arrival.event, who);
    case 'contact':
      return handleContact(queryClient, arrival.event);
    case 'user':
      return handleUser(queryClient, arrival.event);
    case 'whatsapp':
      return handleWhatsapp(queryClient, arrival.event);
    case 'whatsappSession':
      return handleWhatsappSession(queryClient, arrival.event);
    case 'auth':
      return handleAuth(arrival.event);
    case 'queue':
      if (arrival.event.action === 'update') renewEverywhere(queryClient, 'queue', arrival.event.queue);
      return void queryClient.invalidateQueries({ queryKey: keys.queues });
    case 'settings':
      return handleSettings(queryClient, arrival.event, who);
    case 'tag':
      return handleTag(queryClient, arrival.event);
    case 'ticketNote':
      return handleTicketNote(queryClient, arrival.event);
    case 'quickMessage':
      return void queryClient.invalidateQueries({ queryKey: keys.quickMessages });
    case 'announcement':
      return void queryClient.invalidateQueries({ queryKey: keys.announcements });
    case 'chat':
      return handleChat(queryClient, arrival.event, who.id);
    case 'schedule':
      return void queryClient.invalidateQueries({ queryKey: keys.schedules });
    case 'closingReason':
      return void queryClient.invalidateQueries({ queryKey: keys.closingReasons });
    case 'lookers':
      return setLookers(arrival.event.ticketId, arrival.event.users);
  }
}

/** Applies events in the order of their arrival; runs of ticket events are taken together. */
function apply(arrivals: readonly Arrival[], who: Viewer, handleOther: (arrival: Other, who: Viewer) => void): void {
  let tickets: TicketEvent[] = [];
  const flushTickets = () => {
    if (tickets.length > 0) handleTicketEvents(queryClient, tickets, who);
    tickets = [];
  };
  for (const arrival of arrivals) {
    if (arrival.entity === 'ticket') tickets.push(arrival.event);
    else {
      flushTickets();
      handleOther(arrival, who);
    }
  }
  flushTickets();
}

/** What only lays data over the cache; the rest has been done and would be done twice. */
function handleAgain(arrival: Other, who: Viewer): void {
  switch (arrival.entity) {
    case 'appMessage':
      return storeAppMessage(queryClient, arrival.event, who);
    case 'user':
      return storeUser(queryClient, arrival.event);
    case 'whatsapp':
    case 'whatsappSession':
      return handle(arrival, who);
    default:
      return undefined;
  }
}

/** Lays late events over an answer that left the server before them. */
export function dispatchAgain(arrivals: readonly Arrival[]): void {
  const who = viewer();
  if (who) apply(arrivals, who, handleAgain);
}

/** Applies the events of one frame, without those that a newer one of the same record has overtaken. */
export function dispatch(arrivals: readonly Arrival[], sequence: Sequence, replay: Replay<Arrival>): void {
  const who = viewer();
  if (!who) return;
  const fresh = arrivals.filter((arrival) => {
    const record = recordOf(arrival);
    return sequence.accept(record ?? 'any', arrival.event.seq) || record === null;
  });
  replay.note(fresh);
  apply(fresh, who, handle);
}
