/** Every address of the application. */
export const paths = {
  login: '/login',
  home: '/',
  tickets: '/tickets',
  ticket: (uuid: string) => `/tickets/${encodeURIComponent(uuid)}`,
  ticketPattern: '/tickets/:ticketId',
  connections: '/connections',
  simulator: '/simulator',
  kit: '/_kit',
} as const;
