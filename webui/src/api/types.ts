/**
 * The wire types of the REST and socket interface. Everything else imports them from here, so that the hand-written
 * shapes can be replaced by the generated schema in this one file.
 */
export type TicketStatus = 'open' | 'pending' | 'closed' | 'lead';
export type Profile = 'admin' | 'user' | 'supervisor';
export type ConnectionStatus = 'OPENING' | 'qrcode' | 'CONNECTED' | 'PAIRING' | 'TIMEOUT' | 'DISCONNECTED';
export type Provider = 'simulator' | 'cloud' | 'beta';

export interface QueueRef {
  id: number;
  name: string;
  color: string;
}

export interface UserRef {
  id: number;
  name: string;
}

export interface Tag {
  id: number;
  name: string;
  color: string;
}

export interface Setting {
  key: string;
  value: string;
}

export interface Plan {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  value: number;
  useCampaigns: boolean;
  useSchedules: boolean;
  useInternalChat: boolean;
  useExternalApi: boolean;
  useKanban: boolean;
  useOpenAi: boolean;
  useIntegrations: boolean;
}

export interface Company {
  id: number;
  name: string;
  dueDate: string | null;
  status: boolean;
  campaignsEnabled: boolean;
  plan: Plan | null;
  settings: Setting[];
}

export interface SessionUser {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  companyId: number;
  allTicket: 'enabled' | 'desabled';
  whatsappId: number | null;
  queues: QueueRef[];
  company: Company;
}

export interface AuthAnswer {
  token: string;
  user: SessionUser;
}

export interface ContactRef {
  id: number;
  name: string;
  number: string;
  email: string | null;
  profilePicUrl: string | null;
  isGroup: boolean;
}

export interface Contact extends ContactRef {
  extraInfo: { name: string; value: string }[];
  createdAt: string;
  updatedAt: string;
}

export interface ConnectionRef {
  id: number;
  name: string;
  status: ConnectionStatus;
  provider: Provider;
  /** Present when the server knows the number of the connection. */
  number?: string | null;
}

export interface Ticket {
  id: number;
  uuid: string;
  status: TicketStatus;
  unreadMessages: number;
  lastMessage: string | null;
  fromMe: boolean;
  isGroup: boolean;
  chatbot: boolean;
  queueId: number | null;
  userId: number | null;
  contactId: number;
  whatsappId: number | null;
  companyId: number;
  informations: string | null;
  useIntegration: boolean;
  promptId: null;
  integrationId: null;
  crmOrder: number | null;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
  closedAt: string | null;
  contact: ContactRef;
  queue: QueueRef | null;
  user: UserRef | null;
  whatsapp: ConnectionRef | null;
  tags: Tag[];
}

export interface TicketPage {
  tickets: Ticket[];
  count: number;
  hasMore: boolean;
  nextCursor: string | null;
}

/** One service episode of a contact, as joined into the conversation. */
export interface Episode {
  id: number;
  uuid: string;
  status: TicketStatus;
  createdAt: string;
  closedAt: string | null;
  queue: QueueRef | null;
  user: UserRef | null;
}

export type MediaType =
  | 'image'
  | 'audio'
  | 'video'
  | 'application'
  | 'locationMessage'
  | 'vcard'
  | 'call_log'
  | 'unsupported';

export type SendState = 'queued' | 'attempting' | 'accepted' | 'rejected' | 'unknown' | 'cancelled' | 'expired';

export interface MessageLocation {
  latitude: number;
  longitude: number;
  name: string | null;
  address: string | null;
}

export interface QuotedMessage {
  id: number;
  body: string;
  fromMe: boolean;
  mediaType: MediaType | null;
  contact: UserRef | null;
}

export interface Message {
  id: number;
  uuid: string;
  ticketId: number;
  contactId: number | null;
  body: string;
  fromMe: boolean;
  read: boolean;
  mediaUrl: string | null;
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaDuration: number | null;
  mediaType: MediaType | null;
  ack: number;
  isDeleted: boolean;
  isEdited: boolean;
  isPrivate: boolean;
  sendState: SendState | null;
  error: string | null;
  quotedMsg: QuotedMessage | null;
  reactions: { emoji: string; fromMe: boolean }[];
  contact: UserRef | null;
  user: UserRef | null;
  userId: number | null;
  clientId: string | null;
  location: MessageLocation | null;
  createdAt: string;
  updatedAt: string;
}

export interface MessagePage {
  count: number;
  messages: Message[];
  ticket: Ticket;
  hasMore: boolean;
  tickets: Episode[];
}

export interface ContactPage {
  contacts: Contact[];
  count: number;
  hasMore: boolean;
}

export interface Queue extends QueueRef {
  orderQueue: number | null;
  greetingMessage: string | null;
  outOfHoursMessage: string | null;
}

export interface Attendant {
  id: number;
  name: string;
  profile: Profile;
  online: boolean;
  queues: QueueRef[];
}

export interface CloudSettings {
  phoneNumberId: string;
  wabaId: string;
  webhookUrl: string;
  verifyTokenSet: boolean;
  accessTokenSet: boolean;
  appSecretSet: boolean;
}

export interface Connection {
  id: number;
  name: string;
  status: ConnectionStatus;
  statusReason: string | null;
  isDefault: boolean;
  provider: Provider;
  number: string | null;
  qrcode: string;
  retries: number;
  queues: QueueRef[];
  greetingMessage: string | null;
  complationMessage: string | null;
  outOfHoursMessage: string | null;
  ratingMessage: string | null;
  transferQueueId: number | null;
  timeToTransfer: number | null;
  expiresTicket: number | null;
  expiresInactiveMessage: string | null;
  timeUseBotQueues: number;
  maxUseBotQueues: number;
  cloud: CloudSettings | null;
  createdAt: string;
  updatedAt: string;
}

/** The answer of a create or accept that lost against another holder of the contact. */
export interface TicketConflict {
  error: string;
  code: 'ERR_OTHER_OPEN_TICKET';
  userId: number | null;
  user: { name: string } | null;
  queue: { name: string } | null;
  ticket: { id: number; uuid: string } | null;
}
