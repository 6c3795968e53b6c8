// spec: S063
import { test } from '../support/test.mjs';

test('keys go from ticket to ticket, accept, transfer and resolve, and lead back to the message', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const first = simulator.newCustomer('Otávia');
  const second = simulator.newCustomer('Quirino');
  await simulator.say(connection, { ...first, body: 'Bom dia' });
  await simulator.say(connection, { ...second, body: 'Boa tarde' });
  await parts.tab('Aguardando').click();
  await parts.ticket(first.pushName).getByRole('link').click();
  await see(parts.main.getByRole('region', { name: first.pushName }));

  // who wrote last stands above
  await see(parts.ticket(second.pushName));
  await page.keyboard.press('Alt+ArrowUp');
  await see(parts.main.getByRole('region', { name: second.pushName }));
  await page.keyboard.press('Alt+ArrowDown');
  await see(parts.main.getByRole('region', { name: first.pushName }));

  await page.keyboard.press('Alt+a');
  await see(parts.composer);
  await parts.composer.fill('Um momento');
  await page.getByRole('heading', { name: 'Atendimentos' }).click();
  await page.keyboard.press('Alt+m');
  assert.equal(await parts.composer.evaluate((field) => field === document.activeElement), true);

  // also out of a text, which stays as it is; and not behind a dialog
  await page.keyboard.press('Alt+t');
  await see(parts.dialog.getByText('Transferir', { exact: false }).first());
  await page.keyboard.press('Alt+r');
  assert.equal(await parts.dialog.count(), 1);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);
  assert.equal(await parts.composer.inputValue(), 'Um momento');

  await page.keyboard.press('Alt+r');
  await parts.dialog.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL((url) => url.pathname === '/tickets');
  await until(async () => (await parts.ticket(first.pushName).count()) === 0, { what: 'it is no longer open' });
});
