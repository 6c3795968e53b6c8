import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { Contact } from '../../api/types';
import { dropContact, hasMoved, patchContact, type ContactListData } from '../contactLists';
import type { ContactEvent } from '../events';
import { renewEverywhere } from '../parts';

const REORDER_MS = 500;
let reordering: ReturnType<typeof setTimeout> | undefined;

/** Asks for the lists in their order a little later, once for many events such as those of an import. */
function scheduleReorder(client: QueryClient): void {
  clearTimeout(reordering);
  reordering = setTimeout(() => void client.invalidateQueries({ queryKey: keys.contactLists }), REORDER_MS);
}

function changeContactLists(client: QueryClient, event: ContactEvent): void {
  for (const [key, data] of client.getQueriesData<ContactListData>({ queryKey: keys.contactLists })) {
    if (!data) continue;
    if (event.action === 'delete') client.setQueryData(key, dropContact(data, event.contactId));
    else if ('records' in event) scheduleReorder(client);
    else {
      if (hasMoved(data, event.contact)) scheduleReorder(client);
      client.setQueryData(key, patchContact(data, event.contact));
    }
  }
}

/** A changed name or picture shows wherever the contact stands. */
export function handleContact(client: QueryClient, event: ContactEvent): void {
  changeContactLists(client, event);
  void client.invalidateQueries({ queryKey: ['contacts'] });
  if (event.action === 'delete') {
    client.removeQueries({ queryKey: keys.contact(event.contactId) });
    return;
  }
  if ('records' in event) return;
  const { contact } = event;
  client.setQueryData<Contact>(keys.contact(contact.id), (known) => known && contact);
  renewEverywhere(client, 'contact', contact);
}
