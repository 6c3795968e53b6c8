// spec: S034 S036 S046 S065 S067 S079 S101
import { test } from '../support/test.mjs';

test('an answer reaches the phone once and its ticks follow the phone until they are blue', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
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
  const customer = simulator.newCustomer('Camila');
  await simulator.say(connection, { ...customer, body: 'Vocês abrem no sábado?' });

  // what waits is read, not answered: there is nothing to write into
  await parts.tab('Aguardando').click();
  await open(page, customer.pushName);
  await see(parts.message('Vocês abrem no sábado?'));
  await see(parts.conversation.getByText('Aceite o atendimento para responder.'));
  assert.equal(await parts.composer.count(), 0);

  // nor is it marked as unread before somebody has it
  await parts.message('Vocês abrem no sábado?').hover();
  await parts.message('Vocês abrem no sábado?').getByRole('button', { name: 'Opções da mensagem' }).click();
  await see(parts.menuItem('Encaminhar'));
  assert.equal(await parts.menuItem('Marcar como não lida').count(), 0);
  await page.keyboard.press('Escape');
  await gone(page.getByRole('menu'));
  await accept(page, customer.pushName);

  // an answer bears the attendant's name unless he takes it off
  await write(page, 'Um momento');
  await until(
    async () => (await simulator.ledgerOf(connection, customer.from, '*Marina Duarte:*\nUm momento')).length,
    {
      what: 'the signed answer in the ledger',
    },
  );
  await parts.button('Assinar').click();

  // blank text is not sent
  await parts.composer.fill('   ');
  assert.ok(await parts.send.isDisabled());
  await parts.composer.press('Enter');

  const answer = `Abrimos sim, das 9h às 13h (${customer.from})`;
  await write(page, answer);
  const [entry] = await until(
    async () => {
      const entries = await simulator.ledgerOf(connection, customer.from, answer);
      return entries.length > 0 && entries;
    },
    { what: 'the answer in the ledger' },
  );
  const tick = (name) => parts.message(answer).getByRole('img', { name });
  const colorOf = (locator) => locator.evaluate((element) => globalThis.getComputedStyle(element).color);
  await see(tick('Entregue'));
  const grey = await colorOf(tick('Entregue'));
  // the phone keeps to itself what it has read until it may say so
  await simulator.setPhone(connection, customer.from, {
    readReceipts: false,
    pushName: customer.pushName,
  });
  await simulator.receipt(connection, entry.id, 4);
  await write(page, 'Alguma outra dúvida?');
  await see(parts.message('Alguma outra dúvida?').getByRole('img', { name: 'Entregue' }));
  await see(tick('Entregue'));
  await simulator.setPhone(connection, customer.from, {
    readReceipts: true,
    pushName: customer.pushName,
  });
  await simulator.receipt(connection, entry.id, 4);
  await see(tick('Lida'));
  const [red, green, blue] = (await colorOf(tick('Lida'))).match(/\d+/g).map(Number);
  assert.notEqual(await colorOf(tick('Lida')), grey);
  assert.ok(blue > red && blue > green, 'read ticks are blue');

  // a receipt that comes late never takes a tick back
  await simulator.receipt(connection, entry.id, 3);
  await write(page, `Até lá! (${customer.from})`);
  await until(async () => (await simulator.ledgerOf(connection, customer.from)).length === 4, {
    what: 'the answers in the ledger, and nothing else',
  });
  await see(tick('Lida'));
  assert.equal((await simulator.ledgerOf(connection, customer.from, answer)).length, 1);
  assert.equal(await parts.message(answer).count(), 1, 'the echo of an answer must not double it');

  // the list shows the last words
  await parts.tab('Atendendo').click();
  await see(parts.ticket(customer.pushName).getByText('Até lá!'));
});
