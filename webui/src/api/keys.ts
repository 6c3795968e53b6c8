import type { TicketStatus } from './types';

/** What a ticket list asks the server for. `queueIds` empty means every queue that the viewer may see. */
export interface TicketFilters {
  status: TicketStatus | null;
  showAll: boolean;
  queueIds: readonly number[];
  searchParam: string;
  tags: readonly number[];
  users: readonly number[];
}

/** Every key of the shared query cache; the realtime handlers and the features meet here. */
export const keys = {
  tickets: ['tickets'] as const,
  ticketList: (filters: TicketFilters) => ['tickets', filters] as const,
  ticket: (uuid: string) => ['ticket', uuid] as const,
  openTickets: ['ticket'] as const,
  messages: (ticketId: number) => ['messages', ticketId] as const,
  allMessages: ['messages'] as const,
  outgoing: (ticketId: number) => ['outgoing', ticketId] as const,
  connections: ['whatsapp'] as const,
  connection: (id: number) => ['whatsapp', id] as const,
  queues: ['queue'] as const,
  attendants: ['users', 'list'] as const,
  tags: ['tags', 'list'] as const,
  settings: ['settings'] as const,
  contacts: (searchParam: string) => ['contacts', searchParam] as const,
  notifications: ['notifications'] as const,
};
