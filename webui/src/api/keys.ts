import type { TicketStatus } from './types';

/** What a ticket list asks the server for. `queueIds` empty means every queue that the viewer may see. */
export interface TicketFilters {
  status: TicketStatus | null;
  showAll: boolean;
  queueIds: readonly number[];
  searchParam: string;
  tags: readonly number[];
  users: readonly number[];
  /** Numbers; none means any. */
  connections?: readonly number[];
  /** Only those that are put off, or only those that are not; both where it is absent. */
  isSnoozed?: boolean;
  byPriority?: boolean;
  /** Days of opening and of the last change; empty for any. */
  created?: string;
  updated?: string;
}

/** Whether this part of a key is what a ticket list asks for. */
export const isTicketFilters = (part: unknown): part is TicketFilters =>
  typeof part === 'object' && part !== null && 'queueIds' in part;

/** Keys of the shared query cache that the first pages ask for; the rest is in `pageKeys`. The realtime handlers and the features meet here. */
export const keys = {
  tickets: ['tickets'] as const,
  ticketList: (filters: TicketFilters) => ['tickets', filters] as const,
  ticket: (uuid: string) => ['ticket', uuid] as const,
  openTickets: ['ticket'] as const,
  messages: (ticketId: number) => ['messages', ticketId] as const,
  allMessages: ['messages'] as const,
  messageHits: (text: string) => ['messageHits', text] as const,
  unknownMessages: ['unknownMessages'] as const,
  outgoing: (ticketId: number) => ['outgoing', ticketId] as const,
  connections: ['whatsapp'] as const,
  connectionHealth: ['whatsapp', 'health'] as const,
  queues: ['queue'] as const,
  chatList: (searchParam: string) => ['chats', searchParam] as const,
  quickMessageList: ['quickMessages', 'list'] as const,
  allTicketNotes: ['ticketNotes'] as const,
  notifications: ['notifications'] as const,
  firstHour: ['firstHour'] as const,
};
