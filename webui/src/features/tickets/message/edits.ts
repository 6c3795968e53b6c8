import type { Message, Provider } from '@/api/types';
import { withoutSignature } from '@/lib/lastSaid';
import { isOverseer, type Viewer } from '@/realtime/membership';
import { readWhisper } from '@/features/tickets/composer/pieces';

/** The messenger lets a sender change a text for so long. */
const EDIT_MS = 15 * 60_000;

type Edited = Pick<Message, 'user' | 'isDeleted' | 'isPrivate' | 'mediaType' | 'sendState' | 'createdAt'>;

/** Whether this person may still change this text; the official API cannot change what it has sent. */
export function canEdit(message: Edited, provider: Provider | undefined, userId: number, now: number): boolean {
  const isOwnText = message.user?.id === userId && message.mediaType === null && !message.isDeleted;
  const isReachable = message.isPrivate || (message.sendState === 'accepted' && provider !== 'cloud');
  return isOwnText && isReachable && now - Date.parse(message.createdAt) < EDIT_MS;
}

/** The messenger lets a sender take a message back for so long. */
const REMOVE_MS = 60 * 3_600_000;

type Removed = Pick<Message, 'fromMe' | 'user' | 'isDeleted' | 'isPrivate' | 'sendState' | 'createdAt'>;

/**
 * S035: whether the server takes this message back for this person: what he wrote himself, and for those who lead also what colleagues and
 * automatons said. What never left is only stopped; what did is revoked at the provider, where the official API cannot.
 */
export function canRemove(message: Removed, provider: Provider | undefined, viewer: Viewer, now: number): boolean {
  const isOwn = message.fromMe && !message.isDeleted && (isOverseer(viewer) || message.user?.id === viewer.id);
  const { isPrivate, sendState } = message;
  if (!isOwn || isPrivate || sendState === 'queued' || sendState === 'rejected') return isOwn;
  const hasLeft = sendState === null || sendState === 'accepted';
  return hasLeft && provider !== 'cloud' && now - Date.parse(message.createdAt) <= REMOVE_MS;
}

type Worded = Pick<Message, 'body' | 'isPrivate' | 'user'>;

/** The part of a body that is changed, and what stays before it: the marker of a whisper, or the author's signature. */
export function splitBody({ body, isPrivate, user }: Worded) {
  const text = isPrivate ? readWhisper(body).text : withoutSignature(body, user?.name);
  return { head: body.slice(0, body.length - text.length), text };
}
