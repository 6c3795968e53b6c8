/** Made-up data for looking at the pages without a server. */
const iso = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

export const queues = [
  { id: 1, name: 'Vendas', color: '#22a06b', orderQueue: 1, greetingMessage: null, outOfHoursMessage: null },
  { id: 2, name: 'Logística', color: '#9b4dca', orderQueue: 2, greetingMessage: null, outOfHoursMessage: null },
  { id: 3, name: 'Suporte', color: '#2f74d0', orderQueue: 3, greetingMessage: null, outOfHoursMessage: null },
];

export const company = {
  id: 1,
  name: 'Lojas Aurora',
  dueDate: '2026-12-30',
  status: true,
  campaignsEnabled: true,
  plan: {
    id: 1,
    name: 'Completo',
    users: 10,
    connections: 10,
    queues: 10,
    value: 100,
    useCampaigns: true,
    useSchedules: true,
    useInternalChat: true,
    useExternalApi: true,
    useKanban: true,
    useOpenAi: true,
    useIntegrations: true,
  },
  settings: [{ key: 'campaignsEnabled', value: 'true' }],
};

export const logins = [
  {
    company: 'Lojas Aurora',
    name: 'Administração',
    email: 'admin@aurora.example',
    password: 'Aurora123',
    profile: 'admin',
  },
  {
    company: 'Lojas Aurora',
    name: 'Marina Duarte',
    email: 'marina@aurora.example',
    password: 'Aurora123',
    profile: 'user',
  },
  {
    company: 'Lojas Aurora',
    name: 'Rafael Siqueira',
    email: 'rafael@aurora.example',
    password: 'Aurora123',
    profile: 'user',
  },
  {
    company: 'Clínica Vida',
    name: 'Administração',
    email: 'admin@vida.example',
    password: 'Vida1234',
    profile: 'admin',
  },
  { company: 'Guichê', name: 'Super', email: 'super@guiche.example', password: 'Super1234', profile: 'admin' },
];

export const userOf = (email: string) => {
  const login = logins.find((each) => each.email === email);
  if (!login) return null;
  return {
    id: logins.indexOf(login) + 1,
    name: login.name,
    email,
    profile: login.profile,
    super: email.startsWith('super'),
    companyId: 1,
    allTicket: 'enabled',
    whatsappId: null,
    queues: queues.map(({ id, name, color }) => ({ id, name, color })),
    company: { ...company, name: login.company },
  };
};

const connection = (id: number, name: string, provider: string, status: string, number: string | null) => ({
  id,
  name,
  status,
  statusReason: status === 'DISCONNECTED' ? 'ERR_TOKEN_REVOKED' : null,
  isDefault: id === 1,
  provider,
  number,
  qrcode: status === 'qrcode' ? '2@x8Kq1vQJmZs7aLQ9fYbC0tW3uE5rH2nD,Zm9vYmFy,c2VjcmV0,QmFzZTY0' : '',
  retries: 0,
  queues: queues
    .slice(0, id % 3 === 0 ? 1 : 2)
    .map(({ id: queueId, name: queueName, color }) => ({ id: queueId, name: queueName, color })),
  greetingMessage: 'Olá! Bem-vindo às Lojas Aurora.',
  complationMessage: 'Obrigado pelo contato!',
  outOfHoursMessage: '',
  ratingMessage: '',
  transferQueueId: null,
  timeToTransfer: null,
  expiresTicket: 0,
  expiresInactiveMessage: '',
  timeUseBotQueues: 0,
  maxUseBotQueues: 3,
  cloud:
    provider === 'cloud'
      ? {
          phoneNumberId: '106540352242922',
          wabaId: '102290129340398',
          webhookUrl: `https://atende.lojasaurora.example/api/webhooks/whatsapp/${id}`,
          verifyTokenSet: true,
          accessTokenSet: true,
          appSecretSet: true,
          health: {
            quality: 'GREEN',
            limit: 'TIER_1K',
            throughput: 'STANDARD',
            webhook: null,
            refused: null,
            refusedBecause: null,
            checkedAt: null,
            templates: [],
          },
        }
      : null,
  createdAt: iso(9000),
  updatedAt: iso(id * 37),
});

export const connections = [
  connection(1, 'Matriz', 'simulator', 'CONNECTED', '+55 11 98000-0000'),
  connection(2, 'Loja Centro', 'cloud', 'CONNECTED', '+55 11 4002-8922'),
  connection(3, 'Assistência', 'beta', 'qrcode', null),
  connection(4, 'Filial Campinas', 'cloud', 'DISCONNECTED', '+55 19 3232-1010'),
  connection(5, 'Televendas', 'beta', 'OPENING', null),
  connection(6, 'Cobrança', 'beta', 'PAIRING', '+55 11 97000-1234'),
];

export type MockConnection = (typeof connections)[number];
export { connection };

const people = [
  'Beatriz Nogueira',
  'Rafael Siqueira',
  'Padaria Pão Quente',
  'Juliana Prado',
  'Téo Barbosa',
  'Clínica Vida Leve',
  'Camila Teixeira',
  'Otávio Lins',
];
const words = [
  'Perfeito, muito obrigada pela rapidez 💚',
  'Prontinho! Pedido reenviado.',
  'Bom dia! Tudo bem?',
  'Ainda estou aguardando 🙏',
];

export const tickets = people.map((name, index) => ({
  id: 2042 - index,
  uuid: `00000000-0000-4000-8000-00000000000${index}`,
  status: index % 4 === 3 ? 'pending' : 'open',
  unreadMessages: index % 2 === 0 ? 0 : index,
  lastMessage: words[index % words.length],
  fromMe: index % 3 === 1,
  lastMessageUser: index % 3 === 1 ? { id: 2, name: 'Marina Duarte' } : null,
  isGroup: false,
  chatbot: false,
  queueId: (index % 3) + 1,
  userId: index % 4 === 3 ? null : 2,
  contactId: index + 1,
  whatsappId: 1,
  companyId: 1,
  informations: null,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  crmOrder: null,
  createdAt: iso(900),
  updatedAt: iso(index * 23),
  lastMessageAt: iso(index * 23),
  closedAt: null,
  contact: { id: index + 1, name, number: `551198888000${index}`, email: null, profilePicUrl: null, isGroup: false },
  queue: queues.map(({ id, name: queueName, color }) => ({ id, name: queueName, color }))[index % 3],
  user: index % 4 === 3 ? null : { id: 2, name: 'Marina Duarte' },
  whatsapp: { id: 1, name: 'Matriz', status: 'CONNECTED', provider: 'simulator' },
  tags: index % 2 === 0 ? [{ id: 1, name: 'VIP', color: '#b7791f' }] : [],
  window: null,
}));

export const phones = [
  { number: '5511988887777', pushName: 'Beatriz Nogueira', lastAt: iso(3) },
  { number: '5511977776666', pushName: 'Téo Barbosa', lastAt: iso(40) },
];

export interface PhoneMessage {
  id: string;
  direction: 'in' | 'out';
  type: string;
  body: string;
  mediaUrl: string | null;
  mediaName: string | null;
  mime: string | null;
  quotedId: string | null;
  deleted: boolean;
  ack: number;
  at: string;
}

const phoneMessage = (
  id: string,
  direction: 'in' | 'out',
  body: string,
  minutesAgo: number,
  more: Partial<PhoneMessage> = {},
): PhoneMessage => ({
  id,
  direction,
  type: 'text',
  body,
  mediaUrl: null,
  mediaName: null,
  mime: null,
  quotedId: null,
  deleted: false,
  ack: 3,
  at: iso(minutesAgo),
  ...more,
});

export { phoneMessage };

export const phoneMessages = new Map<string, PhoneMessage[]>([
  [
    '5511988887777',
    [
      phoneMessage('m1', 'in', 'Oi, bom dia! Meu pedido ainda não chegou, conseguem ver pra mim?', 30),
      phoneMessage('m2', 'in', 'É o 48213, comprei na terça 🙂', 29),
      phoneMessage(
        'm3',
        'out',
        'Bom dia, Beatriz! Aqui é a Marina, da Lojas Aurora. Vou verificar agora mesmo com a transportadora.',
        25,
      ),
      phoneMessage('m4', 'in', '-23.5614,-46.6559', 20, { type: 'location' }),
      phoneMessage('m5', 'out', 'Seu pedido saiu para entrega hoje às 8h12.', 12, { quotedId: 'm2' }),
      phoneMessage('m6', 'in', '', 10, { deleted: true }),
      phoneMessage('m7', 'in', 'nota-fiscal.pdf', 8, {
        type: 'document',
        mediaName: 'nota-fiscal.pdf',
        mediaUrl: '/favicon.svg',
        mime: 'application/pdf',
      }),
      phoneMessage('m8', 'in', 'Perfeito, muito obrigada pela rapidez 💚', 3),
    ],
  ],
  ['5511977776666', [phoneMessage('t1', 'in', 'Boa tarde, vocês abrem no sábado?', 40)]],
]);
