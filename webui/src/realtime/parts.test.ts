import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeMessage, makeTicket } from '../dev/fixtures';
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
  client.setQueryData(['talk'], talk);
  client.setQueryData(['chats'], chats);
  renewEverywhere(client, 'user', { id: 7, name: 'Marina Duarte', online: true } as { id: number });
  expect(client.getQueryData(['talk'])).toMatchObject({
    pages: [{ messages: [{ user: { id: 7, name: 'Marina Duarte' } }, { user: { name: 'Rafael' } }] }],
  });
  expect(client.getQueryData<typeof talk>(['talk'])?.pages[0]?.messages[1]).toBe(other);
  expect(client.getQueryData(['chats'])).toMatchObject({
    pages: [{ records: [{ users: [{ unreads: 2, user: { id: 7, name: 'Marina Duarte' } }] }] }],
  });
});

// spec: S069
it('changes single parts and lists of them, and leaves what is up to date alone', () => {
  const client = new QueryClient();
  client.setQueryData(['ticket'], makeTicket({ id: 1, queueId: 1, queue: sales }));
  client.setQueryData(['attendants'], [{ id: 7, queues: [named(2, 'Suporte'), sales] }]);
  renewEverywhere(client, 'queue', named(1, 'Comercial'));
  expect(client.getQueryData(['ticket'])).toMatchObject({ queue: { name: 'Comercial' } });
  const attendants = client.getQueryData(['attendants']);
  expect(attendants).toMatchObject([{ queues: [{ name: 'Suporte' }, { name: 'Comercial' }] }]);
  renewEverywhere(client, 'queue', named(1, 'Comercial'));
  expect(client.getQueryData(['attendants'])).toBe(attendants);
});
