import type { TicketFilters } from '@/api/keys';
import type { Profile, Ticket } from '@/api/types';

/** What the list rules need to know about the one who looks. */
export interface Viewer {
  id: number;
  profile: Profile;
  queueIds: readonly number[];
  seesUnqueued: boolean;
}

/** `unknown` where only the server can tell, because it also searches the text of messages and looks at days. */
export type Membership = 'in' | 'out' | 'unknown';

type Listed = Pick<Ticket, 'status' | 'queueId' | 'userId' | 'whatsappId' | 'tags'> & Partial<Pick<Ticket, 'snooze'>>;

/** Admins and supervisors may look at tickets of colleagues. */
export const isOverseer = (viewer: Viewer) => viewer.profile === 'admin' || viewer.profile === 'supervisor';

/** The closed list always shows all (S028); elsewhere only those who oversee may ask for it. */
const showsAll = (filters: TicketFilters, viewer: Viewer) =>
  filters.status === 'closed' || (filters.showAll && isOverseer(viewer));

/** S080 S087: an admin sees every queue, others their own, and what has no queue where it is theirs or they may. */
export function seesTicket({ queueId, userId }: Pick<Ticket, 'queueId' | 'userId'>, viewer: Viewer): boolean {
  if (viewer.profile === 'admin') return true;
  if (queueId === null) return viewer.seesUnqueued || userId === viewer.id;
  return viewer.queueIds.includes(queueId);
}

/** The choice of queues leaves in what has none yet. */
const isQueueChosen = ({ queueId }: Listed, { queueIds }: TicketFilters) =>
  queueIds.length === 0 || queueId === null || queueIds.includes(queueId);

/** Decides whether a ticket stands in the list that `filters` describe, for this viewer. */
export function belongs(ticket: Listed, filters: TicketFilters, viewer: Viewer): Membership {
  if (filters.status !== null && ticket.status !== filters.status) return 'out';
  if (filters.isSnoozed !== undefined && Boolean(ticket.snooze) !== filters.isSnoozed) return 'out';
  if (!seesTicket(ticket, viewer) || !isQueueChosen(ticket, filters)) return 'out';
  if (ticket.status === 'open' && !showsAll(filters, viewer) && ticket.userId !== viewer.id) return 'out';
  if (filters.users.length > 0 && (ticket.userId === null || !filters.users.includes(ticket.userId))) return 'out';
  if (filters.connections?.length && !filters.connections.some((id) => id === ticket.whatsappId)) return 'out';
  if (!filters.tags.every((id) => ticket.tags.some((tag) => tag.id === id))) return 'out';
  const isAnyDay = !filters.created && !filters.updated;
  return filters.searchParam.trim() === '' && isAnyDay ? 'in' : 'unknown';
}
