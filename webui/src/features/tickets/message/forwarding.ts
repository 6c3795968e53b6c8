import type { Message } from '@/api/types';

/** As the server bounds one request. */
export const MESSAGES_MAX = 30;

/** Words and files can be sent again; places, cards, calls and what only the team sees cannot. */
export const canForward = ({ isDeleted, isPrivate, mediaType, mediaUrl }: Message) =>
  !isDeleted && !isPrivate && (mediaType === null || mediaUrl !== null);

/** What is offered beside the message that was asked for: its neighbours, in the conversation's order. */
export function candidates(messages: readonly Message[], asked: Message): Message[] {
  const fit = messages.filter((each) => canForward(each));
  const at = fit.findIndex(({ id }) => id === asked.id);
  if (at === -1) return [asked];
  return fit.slice(Math.max(0, at - MESSAGES_MAX), at + MESSAGES_MAX);
}

/** With one more or one less of it; nothing is added to a set that is full. */
export function toggled(chosen: ReadonlySet<number>, id: number, most: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(id) && next.size < most) next.add(id);
  return next;
}

/** The numbers in the order of the conversation, whatever order they were chosen in. */
export const inOrder = (offered: readonly Message[], chosen: ReadonlySet<number>): number[] =>
  offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
