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

/** Every key of the shared query cache; the realtime handlers and the features meet here. */
export const keys = {
  tickets: ['tickets'] as const,
  ticketList: (filters: TicketFilters) => ['tickets', filters] as const,
  board: ['board'] as const,
  boardLane: (lane: string) => ['board', lane] as const,
  boardCards: (lane: string, filter: string) => ['board', lane, filter] as const,
  tagLanes: ['tags', 'kanban'] as const,
  queueLanes: ['queue', 'kanban'] as const,
  foundTickets: ['commandTickets'] as const,
  ticket: (uuid: string) => ['ticket', uuid] as const,
  ticketByNumber: (number: string) => ['ticketByNumber', number] as const,
  openTickets: ['ticket'] as const,
  messages: (ticketId: number) => ['messages', ticketId] as const,
  allMessages: ['messages'] as const,
  messageVersions: (id: number, updatedAt: string) => ['messageVersions', id, updatedAt] as const,
  allMessageHits: ['messageHits'] as const,
  messageHits: (text: string) => ['messageHits', text] as const,
  unknownMessages: ['unknownMessages'] as const,
  outgoing: (ticketId: number) => ['outgoing', ticketId] as const,
  connections: ['whatsapp'] as const,
  connection: (id: number) => ['whatsapp', id] as const,
  connectionHealth: ['whatsapp', 'health'] as const,
  connectionProfile: (id: number) => ['connectionProfile', id] as const,
  templates: (connectionId: number) => ['messageTemplates', connectionId] as const,
  queues: ['queue'] as const,
  queueOptions: ['queueOptions'] as const,
  holidays: ['holidays'] as const,
  companyHours: ['companyHours'] as const,
  attendants: ['users', 'list'] as const,
  secondFactor: ['secondFactor'] as const,
  allTags: ['tags'] as const,
  userLists: ['userList'] as const,
  userList: (searchParam: string) => ['userList', searchParam] as const,
  tags: ['tags', 'list'] as const,
  tagPage: (searchParam: string) => ['tags', 'page', searchParam] as const,
  schedules: ['schedules'] as const,
  announcements: ['announcements'] as const,
  announcementPage: (searchParam: string) => ['announcements', 'page', searchParam] as const,
  campaigns: ['campaigns'] as const,
  campaignPage: (searchParam: string, standing: string | null) => ['campaigns', 'page', searchParam, standing] as const,
  campaign: (id: number) => ['campaigns', 'one', id] as const,
  campaignRecipients: (id: number, state: string | null, searchParam: string) =>
    ['campaigns', 'recipients', id, state, searchParam] as const,
  campaignProgress: (id: number) => ['campaigns', 'progress', id] as const,
  campaignNumbers: ['campaigns', 'numbers'] as const,
  campaignForecast: (id: number, waiting: number) => ['campaigns', 'forecast', id, waiting] as const,
  campaignForecastOf: (body: object) => ['campaigns', 'forecast', 'new', body] as const,
  campaignSettings: ['campaignSettings'] as const,
  doNotContact: ['doNotContact'] as const,
  doNotContactPage: (searchParam: string) => ['doNotContact', searchParam] as const,
  mailingLists: ['mailingLists'] as const,
  mailingListPage: (searchParam: string) => ['mailingLists', 'page', searchParam] as const,
  mailingList: (id: number) => ['mailingLists', 'one', id] as const,
  mailingListItems: (id: number) => ['mailingListItems', id] as const,
  mailingListItemPage: (id: number, searchParam: string) => ['mailingListItems', id, searchParam] as const,
  files: ['files'] as const,
  messagesApi: ['messagesApi'] as const,
  apiKeys: ['apiKeys'] as const,
  keyCalls: (keyId: number, onlyErrors: boolean) => ['keyCalls', keyId, onlyErrors] as const,
  messagesApiCalls: (connectionId: number) => ['messagesApi', 'calls', connectionId] as const,
  filePage: (searchParam: string) => ['files', 'page', searchParam] as const,
  chats: ['chats'] as const,
  chatList: (searchParam: string) => ['chats', searchParam] as const,
  openChats: ['chat'] as const,
  chat: (uuid: string) => ['chat', uuid] as const,
  allChatMessages: ['chatMessages'] as const,
  chatMessages: (chatId: number) => ['chatMessages', chatId] as const,
  settings: ['settings'] as const,
  closingReasons: ['closingReasons'] as const,
  prompts: ['prompts'] as const,
  aiUsage: ['prompts', 'usage'] as const,
  articles: ['prompts', 'articles'] as const,
  article: (id: number) => ['prompts', 'article', id] as const,
  promptChoice: ['prompts', 'choice'] as const,
  promptPage: (searchParam: string) => ['prompts', 'page', searchParam] as const,
  webhooks: ['webhooks'] as const,
  webhookList: ['webhooks', 'list'] as const,
  webhookLog: (id: number, state: string) => ['webhooks', 'log', id, state] as const,
  webhookDelivery: (id: number) => ['webhooks', 'delivery', id] as const,
  integrations: ['integrations'] as const,
  integrationChoice: ['integrations', 'choice'] as const,
  integrationPages: ['integrations', 'page'] as const,
  integrationPage: (searchParam: string) => ['integrations', 'page', searchParam] as const,
  // apart: a change of an integration is none of its log
  integrationCalls: (id: number, onlyErrors: boolean) => ['integrationCalls', id, onlyErrors] as const,
  contactLists: ['contactList'] as const,
  contactList: (searchParam: string, from = '', to = '') => ['contactList', searchParam, from, to] as const,
  contactSearches: ['contacts'] as const,
  contacts: (searchParam: string) => ['contacts', searchParam] as const,
  quickMessages: ['quickMessages'] as const,
  quickMessageList: ['quickMessages', 'list'] as const,
  quickMessagePage: (searchParam: string) => ['quickMessages', 'page', searchParam] as const,
  contact: (id: number) => ['contact', id] as const,
  contactProfile: (id: number) => ['contactProfile', id] as const,
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
  billing: ['billing'] as const,
  invoicePage: (searchParam: string) => ['billing', 'page', searchParam] as const,
  invoice: (id: number) => ['billing', 'invoice', id] as const,
  subscription: ['billing', 'subscription'] as const,
  planOffers: ['billing', 'plans'] as const,
  companyInvoices: (asked: object) => ['billing', 'all', asked] as const,
  helps: ['helps'] as const,
  impersonations: ['impersonations'] as const,
  invitations: ['invitations'] as const,
  firstHour: ['firstHour'] as const,
  audit: (asked: object) => ['audit', asked] as const,
  operation: ['operation'] as const,
  operationSeries: (range: string) => ['operation', 'series', range] as const,
};
