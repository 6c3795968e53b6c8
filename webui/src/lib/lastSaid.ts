import type { Ticket } from '@/api/types';

export const signature = (name: string) => `*${name}:*\n`;

/** What was said under a signature; the whole body when it was not signed by this name. */
export function withoutSignature(body: string, name: string | undefined): string {
  const line = name === undefined ? '' : signature(name);
  return body.startsWith(line) ? body.slice(line.length) : body;
}

/** A node of the release before does not name the author. */
type Said = Pick<Ticket, 'fromMe' | 'lastMessage'> & Partial<Pick<Ticket, 'lastMessageUser'>>;

/** Whose words the list shows: nobody is named for the customer's, who has the row's name. */
export type Author = 'customer' | 'you' | 'company' | { name: string };

/** What was said last, without the author's signature, and who said it. */
export function lastSaid(
  { fromMe, lastMessage, lastMessageUser }: Said,
  userId: number,
): { author: Author; text: string } {
  if (!fromMe) return { author: 'customer', text: lastMessage };
  // The desk by itself, or the phone.
  if (!lastMessageUser) return { author: 'company', text: lastMessage };
  const { id, name } = lastMessageUser;
  const author = id === userId ? 'you' : { name: name.split(' ')[0] ?? name };
  return { author, text: withoutSignature(lastMessage, name) };
}
