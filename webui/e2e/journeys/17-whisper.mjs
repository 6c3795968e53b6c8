// spec: S036 S080
import { test } from '../support/test.mjs';

test('a whisper is seen by the team and never reaches the phone', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  write,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const admin = await newSignedInPage(people.admin);
  const [hers, boss] = [partsOf(marina), partsOf(admin)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Norma');
  await simulator.say(connection, { ...customer, body: 'Quero um desconto' });
  await accept(marina, customer.pushName);
  await boss.tab('Atendendo').click();
  await open(admin, customer.pushName);

  await hers.button('Sussurro').click();
  const field = hers.conversation.getByRole('textbox', {
    name: 'Escreva um sussurro: só a equipe vê',
  });
  await see(field);
  await see(hers.conversation.getByText('Sussurro ligado: só a equipe lê'));
  await axe(marina, 'whisper');
  await write(marina, 'Posso dar 10%?');
  const whisper = boss.message('Posso dar 10%?');
  await see(whisper.getByText('Sussurro · Marina Duarte'));
  await see(boss.ticket(customer.pushName).getByText('Quero um desconto'));
  assert.equal(await whisper.getByRole('img').count(), 0, 'a whisper has no ticks');

  // one press, one whisper
  await gone(field);
  await write(marina, 'Consigo 10% à vista');
  await until(async () => (await simulator.ledgerOf(connection, customer.from, 'Consigo 10% à vista')).length === 1, {
    what: 'the answer in the ledger',
  });
  const reached = await simulator.ledgerOf(connection, customer.from);
  assert.equal(reached.length, 1, 'only the answer reached the phone');
  await see(boss.message('Consigo 10% à vista'));
  // the list says who said it, and to herself that it was her
  await see(boss.ticket(customer.pushName).getByText('Marina: Consigo 10% à vista'));
  await hers.tab('Atendendo').click();
  await see(hers.ticket(customer.pushName).getByText('Você: Consigo 10% à vista'));
});
