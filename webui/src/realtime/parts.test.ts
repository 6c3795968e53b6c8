import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { renewEverywhere } from './parts';

const named = (id: number, name: string) => ({ id, name, color: '#1f9d74' });
const sales = named(1, 'Vendas');

// spec: S069
it('shows a changed name wherever a part of the thing stands, and touches nothing else', () => {
  const client = new QueryClient();
  const other = makeMessage({ id: 2, user: { id: 8, name: 'Rafael' } });
  const talk = { pages: [{ messages: [makeMessage({ id: 1, user: { id: 7, name: 'Marina' } }), other] }] };
  const chats = {
    pages: [{ records: [{ id: 3, users: [{ userId: 7, unreads: 2, user: { id: 7, name: 'Marina' } }] }] }],
  };
  client.setQueryData(keys.ticket('u'), makeTicket({ id: 1, lastMessageUser: { id: 7, name: 'Marina' } }));
  client.setQueryData(keys.messages(1), talk);
  client.setQueryData(keys.chatList(''), chats);
  renewEverywhere(client, 'user', { id: 7, name: 'Marina Duarte', online: true });
  expect(client.getQueryData(keys.ticket('u'))).toMatchObject({ lastMessageUser: { name: 'Marina Duarte' } });
  expect(client.getQueryData(keys.messages(1))).toMatchObject({
    pages: [{ messages: [{ user: { id: 7, name: 'Marina Duarte' } }, { user: { name: 'Rafael' } }] }],
  });
  expect(client.getQueryData<typeof talk>(keys.messages(1))?.pages[0]?.messages[1]).toBe(other);
  expect(client.getQueryData(keys.chatList(''))).toMatchObject({
    pages: [{ records: [{ users: [{ unreads: 2, user: { id: 7, name: 'Marina Duarte' } }] }] }],
  });
});

// spec: S069
it('changes single parts and lists of them, and leaves what is up to date alone', () => {
  const client = new QueryClient();
  client.setQueryData(keys.ticket('u'), makeTicket({ id: 1, queueId: 1, queue: sales }));
  client.setQueryData(pageKeys.attendants, [{ id: 7, queues: [named(2, 'Suporte'), sales] }]);
  renewEverywhere(client, 'queue', named(1, 'Comercial'));
  expect(client.getQueryData(keys.ticket('u'))).toMatchObject({ queue: { name: 'Comercial' } });
  const attendants = client.getQueryData(pageKeys.attendants);
  expect(attendants).toMatchObject([{ queues: [{ name: 'Suporte' }, { name: 'Comercial' }] }]);
  renewEverywhere(client, 'queue', named(1, 'Comercial'));
  expect(client.getQueryData(pageKeys.attendants)).toBe(attendants);
});

// Without the mend whatever had an equal id in a field of that name was written over, also what was no server's data.
it('leaves queries alone that are not known to show such parts', () => {
  const client = new QueryClient();
  const form = { user: { id: 7, name: 'Marina' } };
  client.setQueryData(keys.outgoing(1), form);
  client.setQueryData(['anything'], form);
  renewEverywhere(client, 'user', { id: 7, name: 'Marina Duarte' });
  expect([client.getQueryData(keys.outgoing(1)), client.getQueryData(['anything'])]).toEqual([form, form]);
});
