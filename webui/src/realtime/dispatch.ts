import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { queryClient } from '@/api/queryClient';
import { setLookers } from '@/state/lookers';
import { currentSession } from '@/state/session';
import type { Entity, EntityEvents, TicketEvent } from './events';
import { appMessageHandler } from './handlers/appMessage';
import { authHandler } from './handlers/auth';
import { chatHandler } from './handlers/chat';
import { companyHandler } from './handlers/company';
import { contactHandler } from './handlers/contact';
import { perform, performAgain, type Handler } from './handlers/handler';
import { settingsHandler } from './handlers/settings';
import { tagHandler } from './handlers/tag';
import { ticketHandler } from './handlers/ticket';
import { ticketNoteHandler } from './handlers/ticketNote';
import { userHandler } from './handlers/user';
import { whatsappHandler, whatsappSessionHandler } from './handlers/whatsapp';
import type { Viewer } from './membership';
import { renewEverywhere } from './parts';
import type { Replay } from './replay';
import { resync } from './resync';
import type { Sequence } from './sequence';

export type Arrival = { [E in Entity]: { entity: E; event: EntityEvents[E] } }[Entity];

/** Runs of ticket events are taken together: a departure and the state that follows it are one move. */
type Handled = { [E in Exclude<Entity, 'ticket'>]: EntityEvents[E] } & { ticket: readonly TicketEvent[] };
type Task<E extends Entity = Entity> = { [K in E]: { entity: K; event: Handled[K] } }[E];

const HANDLERS: { [E in Entity]: Handler<Handled[E]> } = {
  ticket: ticketHandler,
  appMessage: appMessageHandler,
  contact: contactHandler,
  user: userHandler,
  whatsapp: whatsappHandler,
  whatsappSession: whatsappSessionHandler,
  settings: settingsHandler,
  tag: tagHandler,
  ticketNote: ticketNoteHandler,
  chat: chatHandler,
  auth: authHandler,
  queue: {
    store: (client, event) => event.action === 'update' && renewEverywhere(client, 'queue', event.queue),
    // with it go its places in those who serve it and in numbers
    stale: ({ action }) =>
      action === 'delete' ? [keys.queues, pageKeys.attendants, pageKeys.userLists, keys.connections] : [keys.queues],
  },
  queueOptions: { stale: () => [pageKeys.queueOptions] },
  holiday: { stale: () => [pageKeys.holidays] },
  companyHours: { stale: () => [pageKeys.companyHours] },
  messageTemplates: { stale: ({ whatsappId }) => [pageKeys.templates(whatsappId)] },
  quickMessage: { stale: () => [pageKeys.quickMessages] },
  file: { stale: () => [pageKeys.files] },
  announcement: { stale: () => [pageKeys.announcements] },
  schedule: { stale: () => [pageKeys.schedules] },
  // with its report
  campaign: { stale: () => [pageKeys.campaigns] },
  ContactList: { stale: () => [pageKeys.mailingLists] },
  ContactListItem: {
    stale: (event) => {
      const id = 'record' in event ? event.record.contactListId : event.contactListId;
      // with the numbers in its head
      return [pageKeys.mailingListItems(id), pageKeys.mailingList(id)];
    },
  },
  closingReason: { stale: () => [pageKeys.closingReasons] },
  prompt: { stale: () => [pageKeys.prompts] },
  article: { stale: () => [pageKeys.prompts] },
  queueIntegration: { stale: ({ action }) => (action === 'testSession' ? [] : [pageKeys.integrations]) },
  // the logs look again by themselves, and that of a deleted one must not
  webhook: { stale: () => [pageKeys.webhookList] },
  apiKey: { stale: () => [pageKeys.apiKeys] },
  company: companyHandler,
  payment: { stale: () => [pageKeys.billing] },
  impersonation: { stale: () => [pageKeys.impersonations] },
  invitation: { stale: () => [pageKeys.invitations] },
  help: { stale: () => [pageKeys.helps] },
  lookers: {
    effects: (_client, { ticketId, users, isContactWriting }) => setLookers(ticketId, users, isContactWriting),
  },
};

/** Nobody but the admin of a new company needs the code. */
function renewFirstHour(entities: readonly Entity[]): void {
  if (!queryClient.getQueryState(keys.firstHour)) return;
  void import('./firstHour').then((part) => part.renewFirstHour(queryClient, entities));
}

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

/** In the order of their arrival. */
function tasksOf(arrivals: readonly Arrival[]): Task[] {
  const tasks: Task[] = [];
  for (const arrival of arrivals) {
    if (arrival.entity !== 'ticket') {
      tasks.push(arrival);
      continue;
    }
    const last = tasks.at(-1);
    if (last?.entity === 'ticket') tasks[tasks.length - 1] = { ...last, event: [...last.event, arrival.event] };
    else tasks.push({ entity: 'ticket', event: [arrival.event] });
  }
  return tasks;
}

type Work = <Event>(handler: Handler<Event>, event: Event) => void;

function run<E extends Entity>({ entity, event }: Task<E>, work: Work): void {
  const handler: Handler<Handled[E]> = HANDLERS[entity];
  work(handler, event);
}

/** Does each task by itself: one that throws is reported and stops no other. Answers whether all went well. */
function apply(arrivals: readonly Arrival[], work: Work): boolean {
  let isWhole = true;
  for (const task of tasksOf(arrivals)) {
    try {
      run(task, work);
    } catch (error) {
      isWhole = false;
      reportError(error);
    }
  }
  return isWhole;
}

/** Lays late events over an answer that left the server before them. */
export function dispatchAgain(arrivals: readonly Arrival[], queryHash: string): void {
  const who = viewer();
  if (who) apply(arrivals, (handler, event) => performAgain(handler, queryClient, event, who, queryHash));
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
  renewFirstHour(fresh.map(({ entity }) => entity));
  const isWhole = apply(fresh, (handler, event) => perform(handler, queryClient, event, who));
  // What an event has not done, the server's state does.
  if (!isWhole) void resync(queryClient);
}
