import type { Connection, Contact, Message, Queue, Setting, Tag, Ticket, TicketStatus } from '../api/types';

/** Every event carries the company's increasing sequence number. */
interface Sequenced {
  seq?: number;
}

export type TicketEvent = Sequenced &
  (
    | { action: 'update'; ticket: Ticket }
    | { action: 'delete'; ticketId: number }
    | { action: 'updateUnread'; ticketId: number }
  );

export type AppMessageEvent = Sequenced &
  ({ action: 'create'; message: Message; ticket: Ticket; contact: Contact } | { action: 'update'; message: Message });

export type ContactEvent = Sequenced &
  ({ action: 'create' | 'update'; contact: Contact } | { action: 'delete'; contactId: number });

export type UserEvent = Sequenced &
  (
    | { action: 'create' | 'update'; user: { id: number; name: string; online: boolean } }
    | { action: 'delete'; userId: number }
  );

export type WhatsappEvent = Sequenced &
  ({ action: 'create' | 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number });

export type WhatsappSessionEvent = Sequenced & { action: 'update'; session: Partial<Connection> & { id: number } };

export type QueueEvent = Sequenced & ({ action: 'update'; queue: Queue } | { action: 'delete'; queueId: number });

export type SettingsEvent = Sequenced & { action: 'update'; setting: Setting };

export type TagEvent = Sequenced & ({ action: 'create' | 'update'; tag: Tag } | { action: 'delete'; tagId: number });

export type AuthEvent = Sequenced & { action: 'update'; user: { id: number; email: string; companyId: number } };

/** What arrives as `company-{companyId}-{entity}`. */
export interface EntityEvents {
  ticket: TicketEvent;
  appMessage: AppMessageEvent;
  contact: ContactEvent;
  user: UserEvent;
  whatsapp: WhatsappEvent;
  whatsappSession: WhatsappSessionEvent;
  queue: QueueEvent;
  settings: SettingsEvent;
  tag: TagEvent;
  auth: AuthEvent;
}

export type Entity = keyof EntityEvents;

export const ENTITIES = [
  'ticket',
  'appMessage',
  'contact',
  'user',
  'whatsapp',
  'whatsappSession',
  'queue',
  'settings',
  'tag',
  'auth',
] as const satisfies readonly Entity[];

export const eventName = (companyId: number, entity: Entity) => `company-${companyId}-${entity}`;

/** Rooms that a page may ask for; the server decides what they mean for this user. */
export type Room = { name: 'ChatBox'; arg: number } | { name: 'Notification' } | { name: 'Tickets'; arg: TicketStatus };

export type Ack = { ok: true } | { error: string };
export type ResumeAck = { ok: true; lastSeq: number; missed: number } | { resync: true } | { error: string };
