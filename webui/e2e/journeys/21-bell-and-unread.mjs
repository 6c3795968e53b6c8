// spec: S010 S011 S020 S021 S035 S065 S079 S136
import { test } from '../support/test.mjs';

test('the bell leads to the conversation; what was read can be marked as unread; drafts are kept', async ({
  newSignedInPage,
  simulator,
  partsOf,
  countIn,
  accept,
  chooseForMessage,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Iara');
  await simulator.say(connection, { ...customer, body: 'Primeira' });
  await accept(page, customer.pushName);
  await parts.composer.fill('Rascunho que fica');
  await page.goto('/tickets');
  await parts.tab('Atendendo').click();
  const draftMark = parts.ticket(customer.pushName).getByText('Rascunho:');
  await see(draftMark);
  await see(parts.ticket(customer.pushName).getByText('Rascunho que fica'));
  // without a number it has not counted yet; the demo always has somebody who waits
  const before = await until(() => countIn(parts.bell), { what: 'a number on the bell' });

  await simulator.say(connection, { ...customer, body: 'Segunda' });
  await until(async () => (await countIn(parts.bell)) === before + 1, { what: 'the bell' });
  await see(parts.ticket(customer.pushName).getByRole('img', { name: '1 mensagem não lida' }));
  await until(async () => (await page.title()).startsWith(`(${before + 1})`), {
    what: 'the title',
  });
  await parts.bell.click();
  const popover = page.getByRole('dialog', { name: 'Notificações' });
  const box = await popover.getByRole('list').boundingBox();
  assert.ok(box.height <= 350, `the list is ${box.height} px high`);
  await popover.getByRole('link', { name: new RegExp(customer.pushName) }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await see(parts.message('Segunda'));
  assert.equal(await parts.composer.inputValue(), 'Rascunho que fica');
  // the list on the left, the conversation on the right, beside the open menu
  const [menu, list, talk] = await Promise.all(
    [page.locator('aside').first(), parts.list, parts.composer].map((it) => it.boundingBox()),
  );
  assert.equal(menu.width, 240);
  assert.ok(menu.x + menu.width <= list.x && list.x + list.width <= talk.x, 'side by side');

  // read by being looked at
  await until(async () => (await countIn(parts.bell)) === before, {
    what: 'the bell afterwards',
  });
  await gone(parts.ticket(customer.pushName).getByRole('img', { name: /não lida/ }));

  await chooseForMessage(page, 'Segunda', 'Marcar como não lida');
  await page.waitForURL((url) => url.pathname === '/tickets');
  await see(parts.ticket(customer.pushName).getByRole('img', { name: /não lida/ }));
  await until(async () => (await countIn(parts.bell)) === before + 1, {
    what: 'the bell once more',
  });

  // what was sent is no draft any more
  await see(draftMark);
  await parts.ticket(customer.pushName).getByRole('link').click();
  await parts.send.click();
  await see(parts.message('Rascunho que fica'));
  await page.goto('/tickets');
  await see(parts.ticket(customer.pushName).getByText('Rascunho que fica'));
  assert.equal(await draftMark.count(), 0);
});
