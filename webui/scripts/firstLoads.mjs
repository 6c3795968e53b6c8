// @ts-check
/** What somebody waits for, in the order in which it is loaded, with the catalogues that it needs; measured by
 * budget.mjs, housed by firstChunks.ts. Kilobytes of 1,000 bytes, gzip, with all that was loaded before. */
export const FIRST_LOADS = [
  {
    name: 'login',
    pages: ['index.html', 'src/features/login/LoginPage.tsx'],
    catalogues: ['common', 'login'],
    limit: 112,
  },
  { name: 'desk', pages: ['src/app/Shell.tsx'], catalogues: ['shell'], limit: null },
  { name: 'tickets', pages: ['src/features/tickets/TicketsPage.tsx'], catalogues: ['tickets'], limit: 185 },
];
