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

/** Whether this part of a key is what a ticket list asks for. */
export const isTicketFilters = (part: unknown): part is TicketFilters =>
  typeof part === 'object' && part !== null && 'queueIds' in part;

/** Every key of the shared query cache; the realtime handlers and the features meet here. */
export const keys = {
  tickets: ['tickets'] as const,
  ticketList: (filters: TicketFilters) => ['tickets', filters] as const,
  board: ['board'] as const,
  boardLane: (lane: string) => ['board', lane] as const,
  boardCards: (lane: string, searchParam: string) => ['board', lane, searchParam] as const,
  tagLanes: ['tags', 'kanban'] as const,
  queueLanes: ['queue', 'kanban'] as const,
  foundTickets: ['commandTickets'] as const,
  ticket: (uuid: string) => ['ticket', uuid] as const,
  openTickets: ['ticket'] as const,
  messages: (ticketId: number) => ['messages', ticketId] as const,
  allMessages: ['messages'] as const,
  allMessageHits: ['messageHits'] as const,
  messageHits: (text: string) => ['messageHits', text] as const,
  unknownMessages: ['unknownMessages'] as const,
  outgoing: (ticketId: number) => ['outgoing', ticketId] as const,
  connections: ['whatsapp'] as const,
  connection: (id: number) => ['whatsapp', id] as const,
  connectionHealth: ['whatsapp', 'health'] as const,
  allTemplates: ['messageTemplates'] as const,
  templates: (connectionId: number) => ['messageTemplates', connectionId] as const,
  queues: ['queue'] as const,
  queueOptions: ['queueOptions'] as const,
  holidays: ['holidays'] as const,
  companyHours: ['companyHours'] as const,
  attendants: ['users', 'list'] as const,
  allTags: ['tags'] as const,
  userLists: ['userList'] as const,
  userList: (searchParam: string) => ['userList', searchParam] as const,
  tags: ['tags', 'list'] as const,
  tagPage: (searchParam: string) => ['tags', 'page', searchParam] as const,
  schedules: ['schedules'] as const,
  announcements: ['announcements'] as const,
  announcementPage: (searchParam: string) => ['announcements', 'page', searchParam] as const,
  campaigns: ['campaigns'] as const,
  campaignPage: (searchParam: string) => ['campaigns', 'page', searchParam] as const,
  campaign: (id: number) => ['campaigns', 'one', id] as const,
  campaignRecipients: (id: number, state: string | null, searchParam: string) =>
    ['campaigns', 'recipients', id, state, searchParam] as const,
  campaignProgress: (id: number) => ['campaigns', 'progress', id] as const,
  campaignSettings: ['campaignSettings'] as const,
  doNotContact: ['doNotContact'] as const,
  doNotContactPage: (searchParam: string) => ['doNotContact', searchParam] as const,
  mailingLists: ['mailingLists'] as const,
  mailingListPage: (searchParam: string) => ['mailingLists', 'page', searchParam] as const,
  mailingList: (id: number) => ['mailingLists', 'one', id] as const,
  mailingListItems: (id: number) => ['mailingListItems', id] as const,
  mailingListItemPage: (id: number, searchParam: string) => ['mailingListItems', id, searchParam] as const,
  files: ['files'] as const,
  filePage: (searchParam: string) => ['files', 'page', searchParam] as const,
  chats: ['chats'] as const,
  chatList: (searchParam: string) => ['chats', searchParam] as const,
  openChats: ['chat'] as const,
  chat: (uuid: string) => ['chat', uuid] as const,
  allChatMessages: ['chatMessages'] as const,
  chatMessages: (chatId: number) => ['chatMessages', chatId] as const,
  settings: ['settings'] as const,
  closingReasons: ['closingReasons'] as const,
  contactLists: ['contactList'] as const,
  contactList: (searchParam: string) => ['contactList', searchParam] as const,
  contactSearches: ['contacts'] as const,
  contacts: (searchParam: string) => ['contacts', searchParam] as const,
  quickMessages: ['quickMessages'] as const,
  quickMessageList: ['quickMessages', 'list'] as const,
  quickMessagePage: (searchParam: string) => ['quickMessages', 'page', searchParam] as const,
  contact: (id: number) => ['contact', id] as const,
  allTicketSteps: ['ticketSteps'] as const,
  ticketSteps: (ticketId: number, state: string) => ['ticketSteps', ticketId, state] as const,
  allTicketNotes: ['ticketNotes'] as const,
  ticketNotes: (contactId: number) => ['ticketNotes', contactId] as const,
  notifications: ['notifications'] as const,
  savedFilters: ['savedFilters'] as const,
  push: ['push'] as const,
  companies: ['companies'] as const,
  companyNames: ['companies', 'names'] as const,
  companyPage: (asked: object) => ['companies', asked] as const,
  plans: ['plans'] as const,
  helps: ['helps'] as const,
  impersonations: ['impersonations'] as const,
  invitations: ['invitations'] as const,
  firstHour: ['firstHour'] as const,
  audits: ['audit'] as const,
  audit: (asked: object) => ['audit', asked] as const,
  operation: ['operation'] as const,
};
