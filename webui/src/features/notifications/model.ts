import type { Given } from '@/state/given';
import type { Incoming } from '@/state/incoming';

const BODY_CHARS = 120;

/** A message is announced unless it is ours, someone else's ticket, or in the conversation being looked at. */
export function isWorthNotice({ message, ticket }: Incoming, userId: number, isLookedAt: boolean): boolean {
  if (message.fromMe || isLookedAt || ticket.status === 'closed') return false;
  return ticket.userId === null || ticket.userId === userId;
}

/** The text of the browser's notice; media without a text is only named. */
export function noticeText({ message }: Incoming, mediaText: string): string {
  const isText = message.mediaType === null || message.mediaType === 'image' || message.mediaType === 'video';
  const text = isText ? message.body.trim() : '';
  if (text === '') return mediaText;
  return text.length > BODY_CHARS ? `${text.slice(0, BODY_CHARS)}…` : text;
}

/** Where a given ticket came to: this user, one of their queues, or neither. Who gives knows. */
export function wayOf({ ticket, by }: Given, userId: number, queueIds: readonly number[]): 'user' | 'queue' | null {
  if (by.id === userId) return null;
  if (ticket.userId === userId) return 'user';
  const isWaitingHere = ticket.userId === null && ticket.queueId !== null && queueIds.includes(ticket.queueId);
  return isWaitingHere ? 'queue' : null;
}
