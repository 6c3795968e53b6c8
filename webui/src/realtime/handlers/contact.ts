import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { Contact, Ticket } from '../../api/types';
import type { ContactEvent } from '../events';
import { changeLists } from './lists';

const withContact = (ticket: Ticket, contact: Contact): Ticket => {
  const { id, name, number, email, profilePicUrl, isGroup } = contact;
  return { ...ticket, contact: { id, name, number, email, profilePicUrl, isGroup } };
};

/** A changed name or picture shows wherever the contact's tickets stand. */
export function handleContact(client: QueryClient, event: ContactEvent): void {
  void client.invalidateQueries({ queryKey: ['contacts'] });
  if (event.action === 'delete') return;
  const { contact } = event;
  const renew = (ticket: Ticket) => (ticket.contactId === contact.id ? withContact(ticket, contact) : ticket);
  changeLists(client, (data) => {
    const isShown = data.pages.some((page) => page.tickets.some((ticket) => ticket.contactId === contact.id));
    if (!isShown) return { data, isCountDoubtful: false };
    const pages = data.pages.map((page) => ({ ...page, tickets: page.tickets.map(renew) }));
    return { data: { ...data, pages }, isCountDoubtful: false };
  });
  for (const [key, ticket] of client.getQueriesData<Ticket>({ queryKey: keys.openTickets })) {
    if (ticket?.contactId === contact.id) client.setQueryData(key, withContact(ticket, contact));
  }
}
