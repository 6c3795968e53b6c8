import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { api } from '@/api/client';
import { isTicketFilters, keys, type TicketFilters } from '@/api/keys';
import type { ListChange, TicketListData } from '../ticketLists';

const RECOUNT_MS = 1000;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** The query of a ticket list, the same for loading and for counting. */
export const listQuery = (filters: TicketFilters) => ({
  status: filters.status,
  showAll: filters.showAll,
  queueIds: filters.queueIds,
  searchParam: filters.searchParam.trim(),
  tags: filters.tags,
  users: filters.users,
  whatsappIds: filters.connections,
  date: filters.created || undefined,
  updatedAt: filters.updated || undefined,
  snoozed: filters.isSnoozed,
  sort: filters.byPriority ? 'priority' : undefined,
});

async function recount(client: QueryClient, key: QueryKey, filters: TicketFilters): Promise<void> {
  const { count } = await api.get('/tickets', { query: { ...listQuery(filters), pageNumber: 1 } });
  client.setQueryData<TicketListData>(key, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, count })) } : data,
  );
}

/** Asks for the number of one list a little later, once for many events. A failure waits for the next event. */
function scheduleRecount(client: QueryClient, key: QueryKey, filters: TicketFilters): void {
  const name = JSON.stringify(key);
  clearTimeout(waiting.get(name));
  const timer = setTimeout(() => {
    waiting.delete(name);
    recount(client, key, filters).catch(() => undefined);
  }, RECOUNT_MS);
  waiting.set(name, timer);
}

/** Runs a change over every ticket list in the cache. */
export function changeLists(
  client: QueryClient,
  change: (data: TicketListData, filters: TicketFilters) => ListChange,
): void {
  for (const [key, data] of client.getQueriesData<TicketListData>({ queryKey: keys.tickets })) {
    const filters = key[1];
    if (!data || !isTicketFilters(filters)) continue;
    const result = change(data, filters);
    if (result.data !== data) client.setQueryData(key, result.data);
    if (result.isCountDoubtful) scheduleRecount(client, key, filters);
  }
}
