// spec: S034 S036 S046
import { test } from '../support/test.mjs';

test('a message that the phone refuses says so and can be tried again', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newUnreachableCustomer('Ausente');
  await simulator.say(connection, { ...customer, body: 'Troquei de aparelho' });
  await accept(page, customer.pushName);
  await write(page, 'Tudo bem?');
  const message = parts.message('Tudo bem?');
  await see(message.getByText('Não enviada.'));
  assert.equal(await message.getByRole('img').count(), 0, 'no tick');

  // a second try is a second refusal, and the message is still there once
  const tried = page.waitForResponse((response) => /\/messages\/\d+\/retry$/.test(response.url()));
  await message.getByRole('button', { name: 'Tentar de novo' }).click();
  assert.ok((await tried).ok());
  await see(message.getByText('Não enviada.'));
  await until(async () => (await message.count()) === 1, { what: 'one message' });
  assert.equal((await simulator.ledgerOf(connection, customer.from)).length, 0);

  // it can also be taken away
  await message.hover();
  await message.getByRole('button', { name: 'Opções da mensagem' }).click();
  await parts.menuItem('Apagar').click();
  await parts.dialog.getByRole('button', { name: 'Apagar' }).click();
  await gone(parts.dialog);
  await see(message.getByText('Apagada'));
});
