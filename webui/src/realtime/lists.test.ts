import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { queryClient } from '@/api/queryClient';
import { makeContact } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { signIn, signOut } from '@/state/session';
import { dispatch, type Arrival } from './dispatch';
import { Replay } from './replay';
import { Sequence } from './sequence';

const sequence = new Sequence();
const arrive = (entity: string, event: object) =>
  dispatch([{ entity, event } as Arrival], sequence, new Replay<Arrival>());

beforeEach(() => signIn({ token: 't', user: makeUser() }));
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  signOut();
});

type Key = readonly unknown[];
const isOld = (key: Key) => queryClient.getQueryState(key)?.isInvalidated;
/** Lists that are on the page beside the one in question. */
const BESIDE: Key[] = [keys.connections, pageKeys.holidays, pageKeys.subscription];

const NO_CHATS = { pages: [{ records: [], count: 0, hasMore: false }], pageParams: [1] };

// What is made, changed and deleted, as the server tells it, and the lists that show it.
const record = { id: 5 };
const written = (word: string): object[] => [
  { action: 'create', [word]: record },
  { action: 'update', [word]: record },
];
const LISTS: [string, object[], Key[]][] = [
  [
    'queue',
    [
      { action: 'update', queue: { id: 5, name: 'Vendas' } },
      { action: 'delete', queueId: 5 },
    ],
    [keys.queues],
  ],
  [
    'user',
    [
      { action: 'create', user: { id: 9, name: 'Bia', queues: [] } },
      { action: 'update', user: { id: 9, name: 'Bia', queues: [] } },
      { action: 'delete', userId: 9 },
    ],
    [pageKeys.userList('')],
  ],
  [
    'quickMessage',
    [...written('record'), { action: 'delete', id: 5 }],
    [keys.quickMessageList, pageKeys.quickMessagePage('')],
  ],
  [
    'schedule',
    [...written('schedule'), { action: 'delete', scheduleId: 5 }],
    [[...pageKeys.schedules, '2026-11-01', '']],
  ],
  [
    'campaign',
    [...written('record'), { action: 'delete', id: 5 }],
    [pageKeys.campaignPage('', null), pageKeys.campaign(5)],
  ],
  [
    'announcement',
    [...written('record'), { action: 'delete', id: 5 }],
    [pageKeys.announcements, pageKeys.announcementPage('')],
  ],
  ['file', [...written('fileList'), { action: 'delete', fileListId: 5 }], [pageKeys.filePage('')]],
  [
    'ContactList',
    [...written('record'), { action: 'delete', id: 5 }],
    [pageKeys.mailingListPage(''), pageKeys.mailingList(5)],
  ],
  [
    'ContactListItem',
    [
      { action: 'create', record: { id: 8, contactListId: 5 } },
      { action: 'update', record: { id: 8, contactListId: 5 } },
      { action: 'delete', id: 8, contactListId: 5 },
      { action: 'reload', contactListId: 5 },
    ],
    [pageKeys.mailingListItemPage(5, ''), pageKeys.mailingList(5)],
  ],
  [
    'prompt',
    ['create', 'update', 'delete'].map((action) => ({ action, promptId: 5 })),
    [pageKeys.promptPage(''), pageKeys.promptChoice],
  ],
  [
    'queueIntegration',
    ['create', 'update', 'delete'].map((action) => ({ action, queueIntegrationId: 5 })),
    [pageKeys.integrationPage(''), pageKeys.integrationChoice],
  ],
  ['help', [...written('record'), { action: 'delete', id: 5 }], [pageKeys.helps]],
  ['company', [{ action: 'update', company: { id: 99 } }], [pageKeys.companies, pageKeys.plans, pageKeys.subscription]],
  [
    'payment',
    [{ action: 'CONCLUIDA', company: makeUser().company }],
    [pageKeys.invoicePage(''), pageKeys.invoice(5), pageKeys.subscription],
  ],
  [
    'chat',
    [
      { action: 'create', chat: { id: 3, uuid: 'c', users: [] } },
      { action: 'delete', id: 3 },
    ],
    [keys.chatList('')],
  ],
];

const TOLD = LISTS.flatMap(([entity, told, lists]) =>
  told.map((event) => [entity, 'action' in event ? event.action : '', event, lists] as const),
);

// spec: A075 A121
it.each(TOLD)(
  'what is told of a %s (%s) has its lists read anew, and leaves the others alone',
  (entity, _action, event, lists) => {
    // the numbers of a deleted queue are read anew too
    const others = BESIDE.filter((key) => !lists.includes(key) && (entity !== 'queue' || key !== keys.connections));
    for (const key of [...lists, ...others]) queryClient.setQueryData(key, entity === 'chat' ? NO_CHATS : []);
    arrive(entity, event);
    expect(lists.map(isOld)).toEqual(lists.map(() => true));
    expect(others.map(isOld)).toEqual(others.map(() => false));
  },
);

// spec: A075
it('leaves the people of another contact list alone', () => {
  const others = [pageKeys.mailingListItemPage(8, ''), pageKeys.mailingList(8)];
  for (const key of others) queryClient.setQueryData(key, []);
  arrive('ContactListItem', { action: 'create', record: { id: 5, contactListId: 7 } });
  expect(others.map(isOld)).toEqual([false, false]);
});

const page = { contacts: [makeContact({ id: 8, name: 'Bia' })], count: 1, hasMore: false };

// spec: A075 A121
it.each([
  ['of one who is new', { action: 'create', contact: makeContact({ id: 9, name: 'Caio' }) }],
  ['of one with another name', { action: 'update', contact: makeContact({ id: 8, name: 'Zoe' }) }],
  ['of many that were imported', { action: 'create', records: [makeContact({ id: 9 })] }],
])('what is told of contacts, %s, has their list read anew half a second later', (_, event) => {
  vi.useFakeTimers();
  queryClient.setQueryData(pageKeys.contactList(''), { pages: [page], pageParams: [1] });
  arrive('contact', event);
  vi.advanceTimersByTime(499);
  expect(isOld(pageKeys.contactList(''))).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOld(pageKeys.contactList(''))).toBe(true);
});

// spec: A075 A121
it('takes a deleted contact out of their list', () => {
  queryClient.setQueryData(pageKeys.contactList(''), { pages: [page], pageParams: [1] });
  arrive('contact', { action: 'delete', contactId: 8 });
  expect(queryClient.getQueryData(pageKeys.contactList(''))).toMatchObject({ pages: [{ contacts: [], count: 0 }] });
});
