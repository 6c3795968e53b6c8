// Before, the customer who writes again goes to the top, and the click meets the one who slid under the pointer.
import { test } from '../support/test.mjs';

test('rows hold still under the pointer: who is aimed at is who is accepted', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const [below, aimed, above] = ['Olavo', 'Petra', 'Quixote'].map((name) => simulator.newCustomer(name));
  await parts.tab('Aguardando').click();
  for (const customer of [below, aimed, above]) {
    await simulator.say(connection, { ...customer, body: 'Olá!' });
    await see(parts.ticket(customer.pushName));
  }
  const accept = parts.ticket(aimed.pushName).getByRole('button', { name: 'Aceitar' });
  await accept.hover();
  const before = await accept.boundingBox();

  await simulator.say(connection, { ...below, body: 'Ainda estou aqui' });
  await see(parts.ticket(below.pushName).getByText('Ainda estou aqui'));
  assert.deepEqual(await accept.boundingBox(), before);
  await page.mouse.down();
  await page.mouse.up();
  await see(parts.main.getByRole('region', { name: aimed.pushName }));

  // away from the list, all finds its order
  await parts.composer.hover();
  await until(async () => (await parts.list.getByRole('listitem').first().innerText()).includes(below.pushName), {
    what: 'the one who wrote last, on top',
  });
});
