/** Every address of the application. */
export const paths = {
  login: '/login',
  signup: '/signup',
  forgot: '/forgetpsw',
  /** What an invitation says stands behind `#`. */
  invitation: '/invitation',
  home: '/',
  tickets: '/tickets',
  ticket: (uuid: string) => `/tickets/${encodeURIComponent(uuid)}`,
  ticketPattern: '/tickets/:ticketId',
  board: '/kanban',
  quickMessages: '/quick-messages',
  tags: '/tags',
  closingReasons: '/closing-reasons',
  /** The tickets with the form of a new one for a contact. */
  newTicket: (contactId: number) => `/tickets?contact=${contactId}`,
  todo: '/todolist',
  contacts: '/contacts',
  users: '/users',
  schedules: '/schedules',
  chats: '/chats',
  chat: (uuid: string) => `/chats/${encodeURIComponent(uuid)}`,
  chatPattern: '/chats/:uuid',
  connections: '/connections',
  queues: '/queues',
  settings: '/settings',
  helps: '/helps',
  firstHour: '/first-hour',
  campaigns: '/campaigns',
  campaignReport: (id: number) => `/campaign/${id}/report`,
  campaignReportPattern: '/campaign/:campaignId/report',
  campaignsConfig: '/campaigns-config',
  contactLists: '/contact-lists',
  contactList: (id: number) => `/contact-lists/${id}/contacts`,
  contactListPattern: '/contact-lists/:contactListId/contacts',
  files: '/files',
  messagesApi: '/messages-api',
  announcements: '/announcements',
  audit: '/audit',
  invoices: '/financeiro',
  subscription: '/subscription',
  operators: '/operators',
  simulator: '/simulator',
  phoneAt: (connectionId: number) => `/simulator?connection=${connectionId}`,
  kit: '/_kit',
} as const;

const outsidePaths: readonly string[] = [
  paths.login,
  paths.signup,
  paths.forgot,
  paths.invitation,
  paths.simulator,
  paths.kit,
];

/** The addresses of those who are signed in. */
export const insidePaths: readonly string[] = Object.values(paths).filter(
  (path): path is Extract<typeof path, string> => typeof path === 'string' && !outsidePaths.includes(path),
);
