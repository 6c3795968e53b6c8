import type { InfiniteData } from '@tanstack/react-query';
import type { Episode, Message, MessagePage, Ticket } from '@/api/types';
import { compareIso } from '@/lib/iso';

/** `pages[0]` holds the newest messages, each page ascending inside; older pages follow. */
export type MessageData = InfiniteData<MessagePage>;

/**
 * An older state is ignored but for its acknowledgement, which never falls: two changes at one moment may bear their times the other
 * way round. What was deleted stays so.
 */
export function mergeMessage(known: Message, incoming: Message): Message {
  if (compareIso(known.updatedAt, incoming.updatedAt) > 0) {
    return incoming.ack > known.ack ? { ...known, ack: incoming.ack } : known;
  }
  return {
    ...incoming,
    ack: Math.max(known.ack, incoming.ack),
    isDeleted: known.isDeleted || incoming.isDeleted,
    isEdited: known.isEdited || incoming.isEdited,
    mediaUrl: incoming.mediaUrl ?? known.mediaUrl,
    clientId: incoming.clientId ?? known.clientId,
  };
}

const lowest = (page: MessagePage) => page.messages[0]?.id ?? Number.POSITIVE_INFINITY;

function place(messages: Message[], message: Message): Message[] {
  const index = messages.findLastIndex((other) => other.id < message.id);
  return messages.toSpliced(index + 1, 0, message);
}

/** Inserts or updates one message; `canInsert` false updates only what is loaded. Applied twice it changes nothing. */
export function upsertMessage(data: MessageData, message: Message, canInsert = true): MessageData {
  for (const [index, page] of data.pages.entries()) {
    const at = page.messages.findIndex((other) => other.id === message.id);
    const known = page.messages[at];
    if (!known) continue;
    const messages = page.messages.with(at, mergeMessage(known, message));
    return { ...data, pages: data.pages.with(index, { ...page, messages }) };
  }
  if (!canInsert) return data;
  const last = data.pages.length - 1;
  const target = data.pages.findIndex((page, index) => lowest(page) < message.id || (index === last && !page.hasMore));
  const page = data.pages[target];
  if (!page) return data;
  const next = { ...page, messages: place(page.messages, message), count: page.count + 1 };
  return { ...data, pages: data.pages.with(target, next) };
}

const toEpisode = (ticket: Ticket): Episode => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  createdAt: ticket.createdAt,
  closedAt: ticket.closedAt,
  queue: ticket.queue,
  user: ticket.user,
});

/** Keeps the episode list of the newest page in step with a ticket of the same contact. */
export function upsertEpisode(data: MessageData, ticket: Ticket): MessageData {
  const page = data.pages[0];
  if (!page || page.ticket.contactId !== ticket.contactId) return data;
  const others = page.tickets.filter((episode) => episode.id !== ticket.id);
  const tickets = [...others, toEpisode(ticket)].toSorted((a, b) => a.id - b.id);
  return { ...data, pages: data.pages.with(0, { ...page, tickets }) };
}

/** The conversation without an episode that was deleted. */
export function withoutEpisode(data: MessageData, ticketId: number): MessageData {
  const isGone = data.pages.some((page) => page.tickets.some((episode) => episode.id === ticketId));
  if (!isGone || data.pages[0]?.ticket.id === ticketId) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    messages: page.messages.filter((message) => message.ticketId !== ticketId),
    tickets: page.tickets.filter((episode) => episode.id !== ticketId),
  }));
  return { ...data, pages };
}

/** True when the loaded conversation shows this episode, or is of the same contact. */
export function isOfConversation(data: MessageData, message: Pick<Message, 'ticketId'>, contactId: number | null) {
  const page = data.pages[0];
  if (!page) return false;
  const hasEpisode = data.pages.some((each) => each.tickets.some((episode) => episode.id === message.ticketId));
  return page.ticket.id === message.ticketId || hasEpisode || page.ticket.contactId === contactId;
}

/** Lays a freshly fetched newest page over the loaded ones; without overlap the older pages are let go. */
export function mergeNewest(data: MessageData, fresh: MessagePage): MessageData {
  const newestKnown = data.pages[0]?.messages.at(-1)?.id;
  const hasOverlap = newestKnown !== undefined && (lowest(fresh) <= newestKnown || !fresh.hasMore);
  if (!hasOverlap) return { pages: [fresh], pageParams: [null] };
  const head = {
    ...data.pages[0],
    ...fresh,
    messages: data.pages[0]?.messages ?? [],
    hasMore: data.pages[0]?.hasMore ?? false,
  };
  const base: MessageData = { ...data, pages: data.pages.with(0, head) };
  return fresh.messages.reduce((result, message) => upsertMessage(result, message), base);
}

/** Puts an older page behind the loaded ones, unless another has come there meanwhile. */
export function appendOlder(data: MessageData, before: number, page: MessagePage): MessageData {
  if (data.pages.at(-1)?.messages[0]?.id !== before) return data;
  return { pages: [...data.pages, page], pageParams: [...data.pageParams, before] };
}

/** Lays fresh links over those that have expired; nothing else changes. */
export function renewLinks(data: MessageData, fresh: readonly Message[]): MessageData {
  const links = new Map(fresh.map((message) => [message.id, message.mediaUrl]));
  const renew = (message: Message): Message => {
    const link = links.get(message.id);
    return link && link !== message.mediaUrl ? { ...message, mediaUrl: link } : message;
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, messages: page.messages.map(renew) })) };
}

export const flatten = (data: MessageData | undefined): Message[] =>
  data ? data.pages.toReversed().flatMap((page) => page.messages) : [];

/** Every episode that any loaded page named, the newest page winning. */
export function episodesOf(data: MessageData | undefined): Map<number, Episode> {
  const result = new Map<number, Episode>();
  for (const page of data?.pages.toReversed() ?? [])
    for (const episode of page.tickets) result.set(episode.id, episode);
  return result;
}
