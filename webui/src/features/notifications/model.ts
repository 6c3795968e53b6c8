import type { Incoming } from '../../state/incoming';

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
