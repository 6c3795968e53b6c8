import type {
  Announcement,
  Attendant,
  Campaign,
  Chat,
  ChatMessage,
  ClosingReason,
  Company,
  Connection,
  Contact,
  ContactList,
  ContactListItem,
  DayHours,
  FileList,
  Help,
  Holiday,
  Impersonation,
  Message,
  Queue,
  QuickMessage,
  Schedule,
  Setting,
  TagDetails,
  Ticket,
  TicketNote,
  TicketStatus,
} from '@/api/types';

/** Every event carries the company's increasing sequence number. */
interface Sequenced {
  seq?: number;
}

export type TicketEvent = Sequenced &
  /** `givenBy` gave it to its attendant or queue; absent where it was taken. */
  (
    | {
        action: 'update';
        ticket: Ticket;
        was?: TicketStatus | null;
        givenBy?: { id: number; name: string };
        note?: string;
      }
    /** It left the reader's lists; `removed` says that it is gone for everybody. */
    | { action: 'delete'; ticketId: number; removed?: boolean }
    | { action: 'updateUnread'; ticketId: number }
  );

export type AppMessageEvent = Sequenced &
  ({ action: 'create'; message: Message; ticket: Ticket; contact: Contact } | { action: 'update'; message: Message });

export type ContactEvent = Sequenced &
  (
    | { action: 'create' | 'update'; contact: Contact }
    | { action: 'create'; records: Contact[] }
    | { action: 'delete'; contactId: number }
  );

export type UserEvent = Sequenced &
  /** Whole after a change by people; a change of presence names only what it changes. */
  (
    | { action: 'create' | 'update'; user: Attendant | Pick<Attendant, 'id' | 'name' | 'online'> }
    | { action: 'delete'; userId: number }
  );

export type WhatsappEvent = Sequenced &
  ({ action: 'create' | 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number });

export type WhatsappSessionEvent = Sequenced & { action: 'update'; session: Partial<Connection> & { id: number } };

export type QueueEvent = Sequenced & ({ action: 'update'; queue: Queue } | { action: 'delete'; queueId: number });
export type QueueOptionsEvent = Sequenced & { action: 'update'; queueId: number };
/** The templates of a number. */
export type MessageTemplatesEvent = Sequenced & { action: 'update'; whatsappId: number };
export type HolidayEvent = Sequenced &
  ({ action: 'create' | 'update'; holiday: Holiday } | { action: 'delete'; holidayId: number });
export type CompanyHoursEvent = Sequenced & { action: 'update'; schedules: DayHours[] };

export type SettingsEvent = Sequenced & { action: 'update'; setting: Setting };

export type TagEvent = Sequenced &
  ({ action: 'create' | 'update'; tag: TagDetails } | { action: 'delete'; tagId: number });

export type TicketNoteEvent = Sequenced &
  (
    | { action: 'create'; ticketNote: TicketNote }
    /** The reader is named in it. */
    | { action: 'mention'; ticketNote: TicketNote; ticket: Ticket }
    | { action: 'delete'; ticketNoteId: number; contactId: number }
  );

export type QuickMessageEvent = Sequenced &
  ({ action: 'create' | 'update'; record: QuickMessage } | { action: 'delete'; id: number });

export type ScheduleEvent = Sequenced &
  ({ action: 'create' | 'update'; schedule: Schedule } | { action: 'delete'; scheduleId: number });

export type ChatEvent = Sequenced &
  (
    | { action: 'create' | 'update'; chat: Chat }
    | { action: 'new-message'; newMessage: ChatMessage; chat: Chat }
    | { action: 'delete'; id: number }
  );

export type AnnouncementEvent = Sequenced &
  ({ action: 'create' | 'update'; record: Announcement } | { action: 'delete'; id: number });

export type FileEvent = Sequenced &
  ({ action: 'create' | 'update'; fileList: FileList } | { action: 'delete'; fileListId: number });

/** A campaign as a list shows it; at most once a second. */
export type CampaignEvent = Sequenced &
  ({ action: 'create' | 'update'; record: Campaign } | { action: 'delete'; id: number });

export type ContactListEvent = Sequenced &
  ({ action: 'create' | 'update'; record: ContactList } | { action: 'delete'; id: number });

/** Somebody in a list, or many of a list at once. */
export type ContactListItemEvent = Sequenced &
  (
    | { action: 'create' | 'update'; record: ContactListItem }
    | { action: 'delete'; id: number; contactListId: number }
    | { action: 'reload'; contactListId: number }
  );

export type ClosingReasonEvent = Sequenced &
  ({ action: 'create' | 'update'; closingReason: ClosingReason } | { action: 'delete'; closingReasonId: number });

/** Only that it is so: its text is for admins. */
export type PromptEvent = Sequenced & { action: 'create' | 'update' | 'delete'; promptId: number };

/** Only that it is so: its text is for admins. */
export type ArticleEvent = Sequenced & { action: 'create' | 'update' | 'delete'; articleId: number };

/** Only that it is so: its address may hold a secret. Whoever tries one out hears its answer. */
export type QueueIntegrationEvent = Sequenced &
  (
    | { action: 'create' | 'update' | 'delete'; queueIntegrationId: number }
    | { action: 'testSession'; response: { messages: string[] } }
  );

/** Only that it is so: its address may hold a secret. */
export type WebhookChangeEvent = Sequenced & { action: 'create' | 'update' | 'delete'; webhookId: number };

/** Only that it is so. */
export type ApiKeyEvent = Sequenced & { action: 'create' | 'update'; apiKeyId: number };

/** The company's plan, standing or data have changed. */
export type CompanyEvent = Sequenced & { action: 'update'; company: Company & { campaignsEnabled: boolean } };

/** An invoice was paid; the company says until when that is good. */
export type PaymentEvent = Sequenced & { action: 'CONCLUIDA'; company: Company };

/** A super user comes to work in the company, or has gone. */
export type ImpersonationEvent = Sequenced &
  ({ action: 'create'; impersonation: Impersonation } | { action: 'delete'; id: number });

/** Somebody was invited, or an invitation is no more; whom it invites is for admins. */
export type InvitationEvent = Sequenced & { action: 'create' | 'delete'; invitationId: number };

export type HelpEvent = Sequenced & ({ action: 'create' | 'update'; record: Help } | { action: 'delete'; id: number });

/** Who looks at a conversation, the reader himself among them, and whether its customer writes; told and never stored. */
export type LookersEvent = Sequenced & {
  action: 'update';
  ticketId: number;
  users: Looker[];
  isContactWriting: boolean;
};

export interface Looker {
  id: number;
  name: string;
  isWriting: boolean;
}

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
  queueOptions: QueueOptionsEvent;
  holiday: HolidayEvent;
  companyHours: CompanyHoursEvent;
  messageTemplates: MessageTemplatesEvent;
  settings: SettingsEvent;
  tag: TagEvent;
  ticketNote: TicketNoteEvent;
  quickMessage: QuickMessageEvent;
  schedule: ScheduleEvent;
  chat: ChatEvent;
  announcement: AnnouncementEvent;
  file: FileEvent;
  campaign: CampaignEvent;
  ContactList: ContactListEvent;
  ContactListItem: ContactListItemEvent;
  closingReason: ClosingReasonEvent;
  queueIntegration: QueueIntegrationEvent;
  webhook: WebhookChangeEvent;
  apiKey: ApiKeyEvent;
  prompt: PromptEvent;
  article: ArticleEvent;
  company: CompanyEvent;
  payment: PaymentEvent;
  impersonation: ImpersonationEvent;
  invitation: InvitationEvent;
  help: HelpEvent;
  lookers: LookersEvent;
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
  'queueOptions',
  'holiday',
  'companyHours',
  'messageTemplates',
  'settings',
  'tag',
  'ticketNote',
  'quickMessage',
  'schedule',
  'chat',
  'announcement',
  'file',
  'campaign',
  'ContactList',
  'ContactListItem',
  'closingReason',
  'queueIntegration',
  'webhook',
  'apiKey',
  'prompt',
  'company',
  'payment',
  'impersonation',
  'invitation',
  'help',
  'lookers',
  'auth',
] as const satisfies readonly Entity[];

export const eventName = (companyId: number, entity: Entity) => `company-${companyId}-${entity}`;

/** Rooms that a page may ask for; the server decides what they mean for this user. */
export type Room = { name: 'ChatBox'; arg: number } | { name: 'Notification' } | { name: 'Tickets'; arg: TicketStatus };

export type Ack = { ok: true } | { error: string };
export type ResumeAck = { ok: true; lastSeq: number; missed: number } | { resync: true } | { error: string };
