// spec: S061 S064
import { test } from '../support/test.mjs';

test('several tickets are chosen by mouse and keyboard, tagged and closed together', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customers = ['Quirino', 'Zulmira'].map((name) => simulator.newCustomer(name));
  for (const customer of customers) {
    await simulator.say(connection, { ...customer, body: 'Obrigada pela ajuda!' });
    await accept(page, customer.pushName);
    await page.goto('/tickets');
    await see(parts.list);
  }
  await parts.button('Selecionar vários').click();
  const bar = parts.list.getByRole('toolbar', { name: 'Ações com os selecionados' });
  await see(bar.getByText('Nenhum selecionado'));
  const box = ({ pushName }) => parts.list.getByRole('checkbox', { name: `Selecionar o atendimento de ${pushName}` });
  await box(customers[0]).focus();
  await page.keyboard.press('Space');
  // a click anywhere on the other one chooses it and opens nothing
  await parts.ticket(customers[1].pushName).getByText('Obrigada pela ajuda!').click({ force: true });
  await see(bar.getByText('2 selecionados'));
  assert.equal(new URL(page.url()).pathname, '/tickets');
  await axe(page);

  await bar.getByRole('button', { name: 'Adicionar tags' }).click();
  await parts.dialog.getByText('VIP', { exact: true }).click();
  await parts.dialog.getByRole('button', { name: 'Adicionar tags' }).click();
  await see(parts.notice('2 atendimentos alterados.'));
  await gone(bar);
  for (const { pushName } of customers) await see(parts.ticket(pushName).getByText('VIP'));

  await parts.button('Selecionar vários').click();
  for (const customer of customers) await box(customer).check();
  await bar.getByRole('button', { name: 'Resolver' }).click();
  await axe(page);
  await parts.dialog.getByRole('button', { name: 'Resolver' }).click();
  for (const { pushName } of customers) await gone(parts.ticket(pushName));
  await parts.tab('Fechados').click();
  for (const { pushName } of customers) await see(parts.ticket(pushName));

  // Escape leaves the choosing
  await parts.button('Selecionar vários').click();
  await see(bar);
  await page.keyboard.press('Escape');
  await gone(bar);
});
