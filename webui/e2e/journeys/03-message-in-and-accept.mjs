// spec: S021 S028 S032 S059 S069 S086 S113
import { test } from '../support/test.mjs';

test('a message moves bell and list in both browsers; accepted in one, it leaves the other', async ({
  newSignedInPage,
  simulator,
  partsOf,
  countIn,
  accept,
  people,
  see,
  gone,
  until,
}) => {
  const marina = await newSignedInPage(people.marina);
  const rafael = await newSignedInPage(people.rafael);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Beatriz');

  const before = [];
  for (const page of [marina, rafael]) {
    const { tab, bell } = partsOf(page);
    await tab('Aguardando').click();
    // without a number they have not been counted yet; the demo always has somebody who waits
    await see(tab('Aguardando').getByText(/^\d+$/));
    await until(async () => (await countIn(bell)) > 0, { what: 'a number on the bell' });
    before.push([await countIn(tab('Aguardando')), await countIn(bell)]);
  }

  await simulator.say(connection, { ...customer, body: 'Oi, meu pedido não chegou' });
  for (const [index, page] of [marina, rafael].entries()) {
    const parts = partsOf(page);
    await see(parts.ticket(customer.pushName));
    await see(parts.ticket(customer.pushName).getByText('Oi, meu pedido não chegou'));
    const [waiting, notices] = before[index];
    await until(async () => (await countIn(parts.tab('Aguardando'))) === waiting + 1, {
      what: 'the waiting count',
    });
    await until(async () => (await countIn(parts.bell)) === notices + 1, { what: 'the bell' });
  }

  await accept(marina, customer.pushName);
  await gone(partsOf(rafael).ticket(customer.pushName));
  await until(async () => (await countIn(partsOf(rafael).tab('Aguardando'))) === before[1][0], {
    what: "the other's waiting count",
  });
  await partsOf(marina).tab('Atendendo').click();
  await see(partsOf(marina).ticket(customer.pushName));
});
