import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Tag, Ticket } from '@/api/types';
import type { TagEvent } from '../events';
import type { Handler } from './handler';
import { changeLists } from './lists';

function withChange(tags: readonly Tag[], event: Exclude<TagEvent, { action: 'create' }>): Tag[] {
  if (event.action === 'delete') return tags.filter((tag) => tag.id !== event.tagId);
  const { id, name, color, priority, category } = event.tag;
  return tags
    .map((tag) => (tag.id === id ? { id, name, color, priority, category } : tag))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function storeTag(client: QueryClient, event: TagEvent): void {
  if (event.action === 'create') return;
  const tagId = event.action === 'delete' ? event.tagId : event.tag.id;
  const carries = (ticket: Ticket) => ticket.tags.some((tag) => tag.id === tagId);
  const renew = (ticket: Ticket): Ticket =>
    carries(ticket) ? { ...ticket, tags: withChange(ticket.tags, event) } : ticket;
  changeLists(client, (data) => {
    const isShown = data.pages.some((page) => page.tickets.some(carries));
    if (!isShown) return { data, isCountDoubtful: false };
    const pages = data.pages.map((page) => ({ ...page, tickets: page.tickets.map(renew) }));
    return { data: { ...data, pages }, isCountDoubtful: false };
  });
  for (const [key, ticket] of client.getQueriesData<Ticket>({ queryKey: keys.openTickets })) {
    if (ticket && carries(ticket)) client.setQueryData(key, renew(ticket));
  }
}

/** A renamed or deleted tag changes on every ticket that carries it. */
export const tagHandler: Handler<TagEvent> = { store: storeTag, stale: () => [pageKeys.allTags, pageKeys.board] };
