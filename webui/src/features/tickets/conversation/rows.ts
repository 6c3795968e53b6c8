import type { Episode, Message } from '@/api/types';
import type { Outgoing } from '@/features/tickets/composer/outgoing';

type Mark =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'episode'; key: string; change: 'started' | 'closed'; episode: Episode }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing };

/**
 * One virtual row each. Dividers and gaps are rows of their own, so that the height of a loaded row never depends on
 * its neighbour and a page put in front moves nothing. What there are thousands of is not wrapped: a message stands for
 * itself, and a gap is a number, the negative id of the message below it (0 above what is on its way).
 */
export type Row = Mark | Message | number;

export function kindOf(row: Row): Mark['kind'] | 'gap' | 'message' {
  if (typeof row === 'number') return 'gap';
  return 'kind' in row ? row.kind : 'message';
}

export const messageOf = (row: Row | undefined): Message | null =>
  typeof row !== 'object' || 'kind' in row ? null : row;

export interface RowSource {
  messages: readonly Message[];
  episodes: ReadonlyMap<number, Episode>;
  outgoing: readonly Outgoing[];
  /** False while older pages wait on the server: the first episode may then have begun before the first row. */
  isComplete: boolean;
  dayOf: (iso: string) => string;
}

const side = (message: Message) => (message.fromMe ? 'me' : `them:${message.contactId ?? 0}`);

/** The stable key of a row. A message has its client id from the first moment, so that the echo does not remount it. */
export function keyOf(row: Row): string | number {
  if (typeof row === 'number') return row;
  return 'kind' in row ? row.key : (row.clientId ?? row.id);
}

/** Conversations have the order in which messages came in: a late one, though sent before, stands on the day it came. */
const arrivalOf = (message: Message) => message.receivedAt ?? message.createdAt;

export function buildRows({ messages, episodes, outgoing, isComplete, dayOf }: RowSource): Row[] {
  const rows: Row[] = [];
  let previous: Message | null = null;
  let day = '';

  const addDay = (iso: string) => {
    const next = dayOf(iso);
    if (next === day) return false;
    day = next;
    rows.push({ kind: 'day', key: `d${next}`, at: iso });
    return true;
  };
  const close = (ticketId: number) => {
    const episode = episodes.get(ticketId);
    if (episode?.closedAt) rows.push({ kind: 'episode', key: `c${ticketId}`, change: 'closed', episode });
  };
  const open = (ticketId: number) => {
    const episode = episodes.get(ticketId);
    if (episode) rows.push({ kind: 'episode', key: `s${ticketId}`, change: 'started', episode });
  };

  for (const message of messages) {
    const isNewEpisode: boolean = previous === null ? isComplete : previous.ticketId !== message.ticketId;
    if (previous && isNewEpisode) close(previous.ticketId);
    const hasDay = previous === null && !isComplete ? seedDay(message) : addDay(arrivalOf(message));
    if (isNewEpisode) open(message.ticketId);
    const isTurn = previous !== null && side(previous) !== side(message);
    if (isTurn && !hasDay && !isNewEpisode) rows.push(-message.id);
    rows.push(message);
    previous = message;
  }
  if (previous) close(previous.ticketId);

  const settled = new Set(messages.map((message) => message.clientId));
  const waiting = outgoing.filter((each) => !settled.has(each.clientId));
  for (const [index, each] of waiting.entries()) {
    const hasDay = addDay(each.createdAt);
    if (index === 0 && previous && !previous.fromMe && !hasDay) rows.push(0);
    rows.push({ kind: 'outgoing', key: each.clientId, outgoing: each });
  }
  return rows;

  /** The day of the first loaded message may have begun on the page before: its divider comes with that page. */
  function seedDay(message: Message): boolean {
    day = dayOf(arrivalOf(message));
    return false;
  }
}

export function isSameRow(a: Row, b: Row): boolean {
  if (a === b) return true;
  if (typeof a === 'number' || typeof b === 'number' || !('kind' in a && 'kind' in b)) return false;
  if (a.kind !== b.kind || a.key !== b.key) return false;
  if (a.kind === 'outgoing' && b.kind === 'outgoing') return a.outgoing === b.outgoing;
  if (a.kind === 'episode' && b.kind === 'episode') return a.episode === b.episode;
  return true;
}

/** The new rows, with the old object for each that is still the same. */
export function keepRows(previous: readonly Row[], next: readonly Row[]): readonly Row[] {
  const shift = next.length - previous.length;
  return next.map((row, index) => {
    const known = [previous[index - shift], previous[index]];
    return known.find((old) => old !== undefined && isSameRow(old, row)) ?? row;
  });
}

/** Where a quoted message stands, if it is loaded. */
export const rowOfMessage = (rows: readonly Row[], messageId: number) =>
  rows.findIndex((row) => messageOf(row)?.id === messageId);
