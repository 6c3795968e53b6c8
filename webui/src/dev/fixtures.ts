import type { Contact, FirstHour, Message, MessageTemplate, OwnInvoice, Ticket } from '@/api/types';
import type { TemplatePart } from '@/lib/templates';

const MOMENT = '2026-07-01T12:00:00.000Z';

/** A complete ticket for tests; only what matters is named. */
export function makeTicket(more: Partial<Ticket> = {}): Ticket {
  const id = more.id ?? 1;
  return {
    id,
    uuid: `ticket-${id}`,
    status: 'open',
    unreadMessages: 0,
    priority: 'none',
    snooze: null,
    lastMessage: 'Oi',
    fromMe: false,
    lastMessageUser: null,
    isGroup: false,
    chatbot: false,
    queueId: 10,
    userId: 1,
    contactId: 100 + id,
    whatsappId: 1,
    companyId: 1,
    informations: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    crmOrder: null,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    lastMessageAt: MOMENT,
    closedAt: null,
    closingReason: null,
    campaign: null,
    contact: {
      id: 100 + id,
      name: 'Beatriz Nogueira',
      number: '5511988887777',
      email: '',
      profilePicUrl: '',
      isGroup: false,
      extraInfo: [],
      whatsapp: { id: 1, name: 'Matriz' },
    },
    queue: { id: 10, name: 'Vendas', color: '#189b76' },
    user: { id: 1, name: 'Marina' },
    whatsapp: { id: 1, name: 'Matriz', status: 'CONNECTED', provider: 'simulator', number: null },
    tags: [],
    window: null,
    ...more,
  };
}

/** A complete message for tests; only what matters is named. */
export function makeMessage(more: Partial<Message> = {}): Message {
  const id = more.id ?? 1;
  return {
    id,
    uuid: `message-${id}`,
    ticketId: 1,
    contactId: 101,
    body: `mensagem ${id}`,
    fromMe: false,
    author: more.fromMe ? 'user' : 'contact',
    read: true,
    mediaUrl: null,
    mediaPath: null,
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
    mediaWidth: null,
    mediaHeight: null,
    mediaDuration: null,
    mediaType: null,
    ack: 0,
    isDeleted: false,
    isEdited: false,
    isPrivate: false,
    sendState: null,
    error: null,
    quotedMsg: null,
    reactions: [],
    contact: null,
    user: null,
    userId: null,
    clientId: null,
    location: null,
    details: null,
    createdAt: MOMENT,
    receivedAt: null,
    updatedAt: MOMENT,
    ...more,
  };
}

/** A complete contact for tests; only what matters is named. */
export function makeContact(more: Partial<Contact> = {}): Contact {
  const id = more.id ?? 1;
  return {
    id,
    name: 'Beatriz Nogueira',
    number: '5511988887777',
    email: '',
    profilePicUrl: '',
    urlPicture: '',
    whatsapp: null,
    isGroup: false,
    blocked: false,
    username: null,
    marketingOptOut: false,
    extraInfo: [],
    createdAt: MOMENT,
    updatedAt: MOMENT,
    ...more,
  };
}

type TemplateWish = Partial<Omit<MessageTemplate, 'components'>> & { components?: readonly TemplatePart[] };

/** A complete template for tests; only what matters is named. */
export function makeTemplate({ components, ...more }: TemplateWish = {}): MessageTemplate {
  const parts = components ?? [{ type: 'BODY', text: 'Olá {{1}}, seu pedido saiu.' }];
  return {
    id: 7,
    whatsappId: 1,
    name: 'pedido_pronto',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    rejectedReason: null,
    headerFile: null,
    refreshedAt: MOMENT,
    components: parts.map(({ type, format = null, text = null, buttons = [] }) => ({
      type,
      format,
      text,
      buttons: buttons.map((button) => ({ url: null, phone_number: null, ...button })),
    })),
    ...more,
  };
}

/** A complete invoice for tests, open until the end of November 2026; only what matters is named. */
export function makeInvoice(more: Partial<OwnInvoice> = {}): OwnInvoice {
  return {
    id: 1,
    detail: 'Profissional',
    kind: 'renewal',
    value: 349,
    credit: 0,
    toPay: 349,
    dueDate: '2026-11-30T12:00:00Z',
    status: 'open',
    paidAt: null,
    createdAt: '2026-11-10T12:00:00Z',
    payments: [],
    ...more,
  };
}

/** A first hour in which nothing is done yet. */
export function makeProgress(more: Partial<FirstHour> = {}): FirstHour {
  return {
    connection: false,
    queues: false,
    team: false,
    hours: false,
    greeting: false,
    answer: false,
    tickets: false,
    state: 'open',
    ...more,
  };
}
