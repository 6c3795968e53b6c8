import type { MessagePage, UserRef } from '@/api/types';

const PEOPLE_MAX = 1000;
const people = new Map<string, UserRef>();
const none: never[] = [];

/** One object for all messages of the same person. */
function samePerson(person: UserRef | null): UserRef | null {
  if (person === null) return null;
  const key = `${person.id} ${person.name}`;
  const known = people.get(key);
  if (known) return known;
  if (people.size >= PEOPLE_MAX) people.clear();
  people.set(key, person);
  return person;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page just read from the server, before anybody has seen it: what repeats from message to message and from page to
 * page is kept once, so that a conversation of thousands of messages stays small.
 */
export function compactPage(page: MessagePage, newest: MessagePage | undefined): MessagePage {
  for (const message of page.messages) {
    message.contact = samePerson(message.contact);
    message.user = samePerson(message.user);
    if (message.reactions.length === 0) message.reactions = none;
    // Nothing on the pages asks for it, and it is longer than many a text.
    message.uuid = '';
    if (message.updatedAt === message.createdAt) message.updatedAt = message.createdAt;
  }
  if (newest && isSame(newest.ticket, page.ticket)) page.ticket = newest.ticket;
  if (newest && isSame(newest.tickets, page.tickets)) page.tickets = newest.tickets;
  return page;
}
