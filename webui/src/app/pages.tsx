import type { ReactNode } from 'react';
import { lazyPart } from '@/i18n';
import { lazyPage } from './lazyPage';
import { insidePaths, paths } from './paths';

const TicketsPage = lazyPage(() => import('@/features/tickets/TicketsPage'), 'tickets');
const OtherPage = lazyPart<{ path: string }>(() => import('./OtherPage'));

/** Asks for the table of the others before one of them is opened. */
export const preloadPages = OtherPage.preload;

/** Where the tickets are. */
export const ticketPaths: readonly string[] = [paths.tickets, paths.ticketPattern];

/**
 * What stands at an address inside the shell. The tickets come with it, so that the log-in does not know them; the table of
 * the other pages comes after them.
 */
export function pageAt(path: string): ReactNode {
  if (ticketPaths.includes(path)) return <TicketsPage />;
  return (insidePaths as readonly string[]).includes(path) ? <OtherPage path={path} /> : null;
}
