import type { QueryClient } from '@tanstack/react-query';
import { pageKeys } from '@/api/pageKeys';
import type { Contact } from '@/api/types';
import { dropContact, hasMoved, patchContact, type ContactListData } from '../contactLists';
import type { ContactEvent } from '../events';
import { renewEverywhere } from '../parts';
import type { Handler } from './handler';

const REORDER_MS = 500;
let reordering: ReturnType<typeof setTimeout> | undefined;

/** Asks for the lists in their order a little later, once for many events such as those of an import. */
function scheduleReorder(client: QueryClient): void {
  clearTimeout(reordering);
  reordering = setTimeout(() => void client.invalidateQueries({ queryKey: pageKeys.contactLists }), REORDER_MS);
}

type Lists = [readonly unknown[], ContactListData | undefined][];
const listsOf = (client: QueryClient): Lists =>
  client.getQueriesData<ContactListData>({ queryKey: pageKeys.contactLists });

function storeContact(client: QueryClient, event: ContactEvent): void {
  if ('records' in event) return;
  for (const [key, data] of listsOf(client)) {
    if (!data) continue;
    const isGone = event.action === 'delete';
    client.setQueryData(key, isGone ? dropContact(data, event.contactId) : patchContact(data, event.contact));
  }
  if (event.action === 'delete') {
    client.removeQueries({ queryKey: pageKeys.contact(event.contactId) });
    return;
  }
  const { contact } = event;
  client.setQueryData<Contact>(pageKeys.contact(contact.id), (known) => known && contact);
  renewEverywhere(client, 'contact', contact);
}

const mayReorder = (event: ContactEvent, data: ContactListData) =>
  'records' in event || (event.action !== 'delete' && hasMoved(data, event.contact));

/** A changed name or picture shows wherever the contact stands. */
export const contactHandler: Handler<ContactEvent> = {
  store: storeContact,
  // What a business says of itself stands with its contact, and comes by itself.
  stale: (event) =>
    'contact' in event
      ? [pageKeys.contactSearches, pageKeys.contactProfile(event.contact.id)]
      : [pageKeys.contactSearches],
  effects: (client, event) => {
    if (listsOf(client).some(([, data]) => data && mayReorder(event, data))) scheduleReorder(client);
  },
};
