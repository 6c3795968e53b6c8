import type { InfiniteData } from '@tanstack/react-query';
import type { Contact, ContactPage } from '@/api/types';
import { compareIso } from '@/lib/iso';

export type ContactListData = InfiniteData<ContactPage>;

const mapContacts = (data: ContactListData, change: (contacts: Contact[]) => Contact[]): ContactListData => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, contacts: change(page.contacts) })),
});

const find = (data: ContactListData, id: number) =>
  data.pages.flatMap((page) => page.contacts).find((contact) => contact.id === id);

/** The list with a contact's new state, where it stands already; an older state than the known one changes nothing. */
export function patchContact(data: ContactListData, contact: Contact): ContactListData {
  const known = find(data, contact.id);
  if (!known || compareIso(known.updatedAt, contact.updatedAt) > 0) return data;
  return mapContacts(data, (contacts) => contacts.map((each) => (each.id === contact.id ? contact : each)));
}

/** The list without a contact. */
export function dropContact(data: ContactListData, id: number): ContactListData {
  if (!find(data, id)) return data;
  const without = mapContacts(data, (contacts) => contacts.filter((each) => each.id !== id));
  return { ...without, pages: without.pages.map((page) => ({ ...page, count: page.count - 1 })) };
}

/** Whether a changed contact may stand elsewhere now: it is new here, or its place, which the name decides, has moved. */
export function hasMoved(data: ContactListData, contact: Contact): boolean {
  return find(data, contact.id)?.name !== contact.name;
}
