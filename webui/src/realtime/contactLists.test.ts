import { describe, expect, it } from 'vitest';
import type { Contact } from '@/api/types';
import { dropContact, hasMoved, patchContact, type ContactListData } from './contactLists';

const contact = (id: number, more: Partial<Contact> = {}): Contact => ({
  id,
  name: `Cliente ${id}`,
  number: `55119800000${id}`,
  email: '',
  profilePicUrl: '',
  urlPicture: '',
  whatsapp: null,
  isGroup: false,
  blocked: false,
  username: null,
  marketingOptOut: false,
  extraInfo: [],
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  ...more,
});

const data: ContactListData = {
  pages: [
    { contacts: [contact(1), contact(2)], count: 3, hasMore: true },
    { contacts: [contact(3)], count: 3, hasMore: false },
  ],
  pageParams: [1, 2],
};

const ids = (list: ContactListData) => list.pages.flatMap((page) => page.contacts.map((each) => each.id));

// spec: S012 S113
describe('contact lists and events', () => {
  it('take a new state where the contact stands', () => {
    const blocked = contact(3, { blocked: true, updatedAt: '2026-11-02T10:00:00Z' });
    expect(patchContact(data, blocked).pages[1]?.contacts[0]?.blocked).toBe(true);
  });

  it('ignore an older state, and one of a contact that is not shown', () => {
    const old = contact(1, { name: 'Velho', updatedAt: '2026-10-01T10:00:00Z' });
    expect(patchContact(data, old)).toBe(data);
    expect(patchContact(data, contact(9))).toBe(data);
  });

  it('lose a contact and count one less, once', () => {
    const without = dropContact(data, 2);
    expect(ids(without)).toEqual([1, 3]);
    expect(without.pages.map((page) => page.count)).toEqual([2, 2]);
    expect(dropContact(without, 2)).toBe(without);
  });

  it('know when the order may have changed', () => {
    expect(hasMoved(data, contact(1))).toBe(false);
    expect(hasMoved(data, contact(1, { name: 'Ana' }))).toBe(true);
    expect(hasMoved(data, contact(9))).toBe(true);
  });
});
