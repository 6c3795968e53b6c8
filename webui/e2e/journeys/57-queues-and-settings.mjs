// spec: S018 S043 S059 A010 A012 A077 A139
import { test } from '../support/test.mjs';

test("an admin makes a queue that shares its tickets out, and changes the company's settings", async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  axe,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Filas' }).click();
  await page.waitForURL('**/queues');
  const row = (name) => page.getByRole('row', { name: new RegExp(name) });
  await see(row('Vendas'));
  const name = `Plantão ${simulator.newCustomer('x').from.slice(-6)}`;
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

  // what is wrong is said at the field, or by the server
  await parts.button('Nova fila').click();
  await save();
  await see(parts.dialog.getByText('Obrigatório'));
  await parts.dialog.getByLabel('Nome').fill('Vendas');
  page.expectErrors(/status of 400 .*\/api\/queue/);
  await save();
  await see(parts.dialog.getByRole('alert'));
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByRole('switch', { name: 'Distribuir automaticamente' }).click();
  await parts.dialog.getByLabel('Atendimentos abertos por pessoa').fill('0');
  await save();
  await see(parts.dialog.getByText('Um número de 1 a 100'));
  await parts.dialog.getByLabel('Atendimentos abertos por pessoa').fill('100');
  await axe(page, 'new queue');
  await save();
  await gone(parts.dialog);
  await see(row(name).getByText('Automática, até 100 por pessoa'));

  // an attendant who serves it is given what waits there
  await page.getByRole('link', { name: 'Usuários' }).click();
  const marinas = page
    .getByRole('list', { name: 'Usuários' })
    .getByRole('listitem')
    .filter({ hasText: 'Marina Duarte' });
  await marinas.getByRole('button', { name: /^Editar/ }).click();
  await parts.dialog.getByText(name, { exact: true }).click();
  await save();
  await gone(parts.dialog);
  const marina = await newSignedInPage(people.marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Plácido');
  await simulator.say(connection, { ...customer, body: 'Alguém de plantão?' });
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click();
  await accept(page, customer.pushName);
  await parts.conversation.getByRole('button', { name: 'Transferir' }).click();
  await parts.dialog.getByLabel('Fila').selectOption({ label: name });
  await parts.dialog.getByRole('button', { name: 'Transferir' }).click();
  await gone(parts.dialog);
  const hers = partsOf(marina);
  await hers.tab('Atendendo').click();
  await see(hers.ticket(customer.pushName).getByText(name));

  // settings hold at once and stay
  await page.goto('/settings');
  const greeting = page.getByRole('switch', { name: /Saudação ao aceitar/ });
  const before = await greeting.isChecked();
  await greeting.click();
  await see(page.getByText('Operação atualizada com sucesso.').first());
  await page.reload();
  assert.equal(await greeting.isChecked(), !before);
  await greeting.click();
  const zone = page.getByLabel('Fuso horário');
  assert.equal(await zone.inputValue(), 'America/Sao_Paulo');
  // Settings are stored one after another: a page that goes takes along what still waits for its turn.
  const isStored = (answer) =>
    answer.url().endsWith('/api/settings/timeZone') && answer.request().method() === 'PUT' && answer.ok();
  const choose = (value) => Promise.all([page.waitForResponse(isStored), zone.selectOption(value)]);
  await choose('America/Manaus');
  await page.reload();
  assert.equal(await zone.inputValue(), 'America/Manaus');
  await choose('America/Sao_Paulo');
  await axe(page, 'settings');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
});
