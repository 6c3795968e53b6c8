import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';

/** Things of which other records show a part, and the fields that hold the parts, single or as a list. */
const FIELDS = {
  contact: ['contact'],
  user: ['user', 'sender', 'lastMessageUser'],
  queue: ['queue', 'queues'],
  whatsapp: ['whatsapp', 'whatsapps'],
} as const;

type Thing = keyof typeof FIELDS;
type Fresh = { id: number; [field: string]: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The part with the fresh values of its own fields; itself when it is of another thing or up to date. */
function renewPart(part: unknown, fresh: Fresh): unknown {
  if (!isRecord(part) || part.id !== fresh.id) return part;
  const changed = Object.entries(fresh).filter(([name, value]) => name in part && part[name] !== value);
  // a list inside a part is of another thing
  const plain = changed.filter(([, value]) => !isRecord(value));
  return plain.length > 0 ? { ...part, ...Object.fromEntries(plain) } : part;
}

const mapList = (list: readonly unknown[], change: (each: unknown) => unknown): readonly unknown[] => {
  const next = list.map(change);
  return next.some((each, index) => each !== list[index]) ? next : list;
};

function renewParts(value: unknown, fields: readonly string[], fresh: Fresh): unknown {
  if (Array.isArray(value)) return mapList(value, (each) => renewParts(each, fields, fresh));
  if (!isRecord(value)) return value;
  let next = value;
  for (const [name, old] of Object.entries(value)) {
    let renewed = renewParts(old, fields, fresh);
    if (fields.includes(name)) {
      renewed = Array.isArray(renewed) ? mapList(renewed, (each) => renewPart(each, fresh)) : renewPart(renewed, fresh);
    }
    if (renewed !== old) next = { ...next, [name]: renewed };
  }
  return next;
}

/** The queries whose records show parts of other things. A new one that does is named here. */
const SHOWING: readonly QueryKey[] = [
  keys.tickets,
  keys.openTickets,
  pageKeys.foundTickets,
  keys.allMessages,
  pageKeys.allMessageHits,
  keys.unknownMessages,
  keys.notifications,
  keys.allTicketNotes,
  pageKeys.allTicketSteps,
  pageKeys.schedules,
  pageKeys.chats,
  pageKeys.openChats,
  pageKeys.allChatMessages,
  pageKeys.attendants,
  pageKeys.userLists,
  keys.connections,
  pageKeys.campaigns,
];

/** A changed name shows wherever a part of the thing stands: on tickets, messages, schedules, chats. */
export function renewEverywhere(client: QueryClient, thing: Thing, fresh: Fresh): void {
  for (const queryKey of SHOWING) {
    for (const [key, data] of client.getQueriesData({ queryKey })) {
      const next = renewParts(data, FIELDS[thing], fresh);
      if (next !== data) client.setQueryData(key, next);
    }
  }
}
