import type { EventBodies, TicketStatus } from '@/api/types';

/** Every event carries the company's increasing sequence number, but for what is told and never stored. */
interface Sequenced {
  seq?: number;
}

/** What arrives as `company-{companyId}-{entity}`. The bodies come from the server's own description. */
export type EntityEvents = { [E in keyof EventBodies]: EventBodies[E] & Sequenced };

export type Entity = keyof EntityEvents;

export type TicketEvent = EntityEvents['ticket'];
export type AppMessageEvent = EntityEvents['appMessage'];
export type ContactEvent = EntityEvents['contact'];
export type UserEvent = EntityEvents['user'];
export type WhatsappEvent = EntityEvents['whatsapp'];
export type WhatsappSessionEvent = EntityEvents['whatsappSession'];
export type SettingsEvent = EntityEvents['settings'];
export type TagEvent = EntityEvents['tag'];
export type TicketNoteEvent = EntityEvents['ticketNote'];
export type ChatEvent = EntityEvents['chat'];
export type CompanyEvent = EntityEvents['company'];
export type AuthEvent = EntityEvents['auth'];

/** What a page listens to: all of it. */
const HEARD: Record<Entity, true> = {
  ticket: true,
  appMessage: true,
  contact: true,
  user: true,
  whatsapp: true,
  whatsappSession: true,
  queue: true,
  queueOptions: true,
  holiday: true,
  companyHours: true,
  messageTemplates: true,
  settings: true,
  tag: true,
  ticketNote: true,
  quickMessage: true,
  schedule: true,
  chat: true,
  announcement: true,
  file: true,
  campaign: true,
  ContactList: true,
  ContactListItem: true,
  closingReason: true,
  queueIntegration: true,
  webhook: true,
  apiKey: true,
  prompt: true,
  article: true,
  company: true,
  payment: true,
  impersonation: true,
  invitation: true,
  help: true,
  lookers: true,
  auth: true,
};

export const ENTITIES = Object.keys(HEARD) as readonly Entity[];

export const eventName = (companyId: number, entity: Entity) => `company-${companyId}-${entity}`;

/** Rooms that a page may ask for; the server decides what they mean for this user. */
export type Room = { name: 'ChatBox'; arg: number } | { name: 'Notification' } | { name: 'Tickets'; arg: TicketStatus };

export type Ack = { ok: true } | { error: string };
export type ResumeAck = { ok: true; lastSeq: number; missed: number } | { resync: true } | { error: string };
