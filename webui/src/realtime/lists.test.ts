import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { queryClient } from '@/api/queryClient';
import { makeUser } from '@/dev/signedIn';
import { signIn, signOut } from '@/state/session';
import { dispatch, type Arrival } from './dispatch';
import { Replay } from './replay';
import { Sequence } from './sequence';

beforeEach(() => signIn({ token: 't', user: makeUser() }));
afterEach(() => {
  signOut();
  queryClient.clear();
});

type Key = readonly unknown[];

/** Which of these lists are read anew once this is told. */
function staleAfter(lists: readonly Key[], arrival: unknown): readonly Key[] {
  for (const key of lists) queryClient.setQueryData(key, []);
  dispatch([arrival as Arrival], new Sequence(), new Replay<Arrival>());
  return lists.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
}

const record = { id: 5, contactListId: 7 };
const recorded = [
  { action: 'create', record },
  { action: 'update', record },
  { action: 'delete', id: 5, contactListId: 7 },
];
const named = (field: string) => [
  { action: 'create', [field]: record },
  { action: 'update', [field]: record },
  { action: 'delete', [`${field}Id`]: 5 },
];
const byId = (field: string) => ['create', 'update', 'delete'].map((action) => ({ action, [field]: 5 }));

const user = { id: 5, name: 'Rafael', online: false, queues: [] };
const colleague = [
  { action: 'create', user },
  { action: 'update', user },
  { action: 'delete', userId: 5 },
];

const LISTS: [string, readonly object[], readonly Key[]][] = [
  ['queue', named('queue').slice(1), [keys.queues]],
  ['quickMessage', recorded, [pageKeys.quickMessagePage(''), keys.quickMessageList]],
  ['schedule', named('schedule'), [pageKeys.schedules]],
  ['file', named('fileList'), [pageKeys.filePage('')]],
  ['announcement', recorded, [pageKeys.announcements]],
  ['campaign', recorded, [pageKeys.campaignPage('', null), pageKeys.campaign(5)]],
  ['ContactList', recorded, [pageKeys.mailingListPage(''), pageKeys.mailingList(5)]],
  ['ContactListItem', recorded, [pageKeys.mailingListItemPage(7, ''), pageKeys.mailingList(7)]],
  ['prompt', byId('promptId'), [pageKeys.promptPage(''), pageKeys.promptChoice]],
  ['queueIntegration', byId('queueIntegrationId'), [pageKeys.integrationPage(''), pageKeys.integrationChoice]],
  ['help', recorded, [pageKeys.helps]],
  ['user', colleague, [pageKeys.userList('')]],
  ['company', [{ action: 'update', company: { id: 99 } }], [pageKeys.companies, pageKeys.plans]],
];

// spec: A075 A121
it.each(LISTS.flatMap(([entity, events, lists]) => events.map((event) => [entity, event, lists] as const)))(
  'read anew where %s is told: %j',
  (entity, event, lists) => {
    expect(staleAfter(lists, { entity, event })).toEqual(lists);
    expect(staleAfter([pageKeys.tagPage('')], { entity, event }), 'and no other').toEqual([]);
  },
);

// spec: A075
it('reads the people of another contact list no more than before', () => {
  const others = [pageKeys.mailingListItemPage(8, ''), pageKeys.mailingList(8)];
  expect(staleAfter(others, { entity: 'ContactListItem', event: recorded[0] })).toEqual([]);
});

// spec: A075 A121
it('reads the people of a contact list anew whom an import brought', () => {
  const lists = [pageKeys.mailingListItemPage(7, ''), pageKeys.mailingList(7)];
  const event = { action: 'reload', contactListId: 7 };
  expect(staleAfter(lists, { entity: 'ContactListItem', event })).toEqual(lists);
});
