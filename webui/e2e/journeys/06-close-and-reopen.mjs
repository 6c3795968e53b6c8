// spec: S028 S034 S059 S060 S061 S062 S063 S069
import { test } from '../support/test.mjs';

test('a closed conversation comes back as a new episode when the customer writes again', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  write,
  resolve,
  people,
  see,
  gone,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Juliana');
  await simulator.say(connection, { ...customer, body: 'Quero trocar a senha' });
  await accept(page, customer.pushName);
  const firstEpisode = new URL(page.url()).pathname;
  await see(parts.conversation.getByText(/^Atendimento #\d+ iniciado em/));

  // given back, it waits again and the list is shown
  await parts.button('Devolver').click();
  await page.waitForURL((url) => url.pathname === '/tickets');
  await accept(page, customer.pushName);
  assert.equal(new URL(page.url()).pathname, firstEpisode);
  await write(page, 'Pronto, senha trocada');

  await resolve(page);
  await parts.tab('Atendendo').click();
  await gone(parts.ticket(customer.pushName));
  await parts.tab('Fechados').click();
  await see(parts.ticket(customer.pushName));

  // reopened and closed again, it is still the same episode
  await parts.ticket(customer.pushName).hover();
  await parts
    .ticket(customer.pushName)
    .getByRole('button', { name: /^Reabrir/ })
    .click();
  await see(parts.composer);
  assert.equal(new URL(page.url()).pathname, firstEpisode);
  await resolve(page);

  await simulator.say(connection, { ...customer, body: 'Oi de novo' });
  await parts.tab('Abertos').click();
  await accept(page, customer.pushName);
  assert.notEqual(new URL(page.url()).pathname, firstEpisode);
  await see(parts.message('Oi de novo'));
  const rows = await parts.bubbles.allInnerTexts();
  const at = (words) => rows.findIndex((row) => words.test(row));
  const order = [/iniciado em/, /Quero trocar a senha/, /Pronto, senha trocada/, /encerrado em/, /Oi de novo/].map(at);
  assert.ok(!order.includes(-1), `all in one conversation: ${rows.join(' | ')}`);
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  assert.equal(rows.filter((row) => /iniciado em/.test(row)).length, 2);

  // the closed episode is still there to be read
  await parts.tab('Fechados').click();
  await open(page, customer.pushName);
  await see(parts.conversation.getByText('Este atendimento está fechado.'));
});
