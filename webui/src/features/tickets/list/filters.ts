import type { TicketFilters } from '@/api/keys';
import type { TicketStatus } from '@/api/types';

export type Tab = 'open' | 'closed' | 'search';
export type SubTab = Exclude<TicketStatus, 'closed'>;
export const SUB_TABS: readonly SubTab[] = ['open', 'pending', 'lead'];

/** What the address says about the list. */
export interface ListView {
  tab: Tab;
  subTab: SubTab;
  queueIds: readonly number[];
  showAll: boolean;
  text: string;
  /** The search shows messages and not tickets. */
  inMessages: boolean;
  tags: readonly number[];
  users: readonly number[];
  connections: readonly number[];
  status: TicketStatus | null;
  /** Only what is put off. */
  isSnoozed: boolean;
  byPriority: boolean;
  /** Days as date fields write them, of opening and of the last change; empty for any. */
  created: string;
  updated: string;
}

const STATUSES: readonly TicketStatus[] = ['open', 'pending', 'lead', 'closed'];

const readIds = (value: string | null): number[] => [
  ...new Set(
    (value ?? '')
      .split('.')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];

function pick<T extends string>(allowed: readonly T[], value: string | null): T | null {
  return allowed.find((each) => each === value) ?? null;
}

/** S030: admins see everything unless they say otherwise; others see their own unless they may and do ask. */
export function readView(params: URLSearchParams, isShowAllDefault: boolean): ListView {
  const all = params.get('all');
  return {
    tab: pick<Tab>(['open', 'closed', 'search'], params.get('tab')) ?? 'open',
    subTab: pick(SUB_TABS, params.get('list')) ?? 'open',
    queueIds: readIds(params.get('queues')),
    showAll: all === null ? isShowAllDefault : all === '1',
    text: params.get('q') ?? '',
    inMessages: params.get('in') === 'messages',
    tags: readIds(params.get('tags')),
    users: readIds(params.get('users')),
    connections: readIds(params.get('numbers')),
    status: pick(STATUSES, params.get('status')),
    isSnoozed: params.get('snoozed') === '1',
    byPriority: params.get('sort') === 'priority',
    created: params.get('created') ?? '',
    updated: params.get('updated') ?? '',
  };
}

/** Only what differs from the default goes into the address. */
export function writeView(view: ListView, isShowAllDefault: boolean): URLSearchParams {
  const params = new URLSearchParams();
  if (view.tab !== 'open') params.set('tab', view.tab);
  if (view.subTab !== 'open') params.set('list', view.subTab);
  if (view.queueIds.length > 0) params.set('queues', view.queueIds.join('.'));
  if (view.showAll !== isShowAllDefault) params.set('all', view.showAll ? '1' : '0');
  if (view.text !== '') params.set('q', view.text);
  if (view.inMessages) params.set('in', 'messages');
  if (view.tags.length > 0) params.set('tags', view.tags.join('.'));
  if (view.users.length > 0) params.set('users', view.users.join('.'));
  if (view.connections.length > 0) params.set('numbers', view.connections.join('.'));
  if (view.status !== null) params.set('status', view.status);
  if (view.isSnoozed) params.set('snoozed', '1');
  if (view.byPriority) params.set('sort', 'priority');
  for (const day of ['created', 'updated'] as const) if (view[day] !== '') params.set(day, view[day]);
  return params;
}

/** The request behind a sub-tab, the closed list (S028: always all) or the search. */
export function toFilters(view: ListView, mayShowAll: boolean, subTab: SubTab = view.subTab): TicketFilters {
  const base = { queueIds: view.queueIds, searchParam: '', tags: [], users: [] };
  const showAll = mayShowAll && view.showAll;
  const { isSnoozed, byPriority } = view;
  if (view.tab === 'open') return { ...base, status: subTab, showAll, isSnoozed, byPriority };
  if (view.tab === 'closed') return { ...base, status: 'closed', showAll: true };
  const { status, text, tags, users, connections, created, updated } = view;
  return { ...base, status, showAll, searchParam: text.trim(), tags, users, connections, created, updated };
}
