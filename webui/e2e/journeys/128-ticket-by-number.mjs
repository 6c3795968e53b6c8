// spec: S011 S045 S096
import { test } from '../support/test.mjs';

test('an address with the number of a ticket opens its conversation, and the number brings what was said last', async ({
  ask,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Olívia');
  await simulator.say(connection, { ...customer, body: 'Primeira' });
  await accept(page, customer.pushName);
  await see(parts.message('Primeira'));

  // the address has the name of the ticket in links
  const uuid = new URL(page.url()).pathname.split('/').at(-1);
  assert.match(uuid, /^[0-9a-f-]{36}$/);
  const call = (path, body) => ask(page, body ? 'POST' : 'GET', path, body);
  const ticket = await call(`/tickets/u/${uuid}`);
  assert.equal(ticket.messages, undefined, 'what a page shows it reads beside');

  // the last 20 between customer and desk, the oldest first
  const lines = Array.from({ length: 20 }, (_, at) => `Linha ${at}`);
  await call(`/messages/${ticket.id}`, { body: 'Cliente VIP', isPrivate: true });
  // eslint-disable-next-line no-await-in-loop
  for (const body of lines) await call(`/messages/${ticket.id}`, { body });
  await see(parts.message('Linha 19'));
  const whole = await call(`/tickets/${ticket.id}`);
  assert.equal(whole.uuid, uuid);
  assert.deepEqual(
    whole.messages.map(({ body }) => body),
    lines,
  );

  // by its number one comes to the same conversation
  await page.goto(`/tickets/${ticket.id}/uuid`);
  await until(() => new URL(page.url()).pathname === `/tickets/${uuid}`, { what: 'the address with the name' });
  await see(parts.message('Linha 19'));
});
