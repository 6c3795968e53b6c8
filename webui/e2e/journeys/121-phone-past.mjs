// spec: B20 A009 A059
import { test } from '../support/test.mjs';

const DAY = 24 * 60;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a phone brings its last conversations as closed tickets, and what came after an outage says so', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
  axe,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.goto('/connections');
  const name = `Antiga ${simulator.newCustomer('x').from.slice(-6)}`;
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const dialog = page.getByRole('dialog', { name: /^Leia o QR Code/ });
  await parts.button('Nova conexão').click();
  await parts.dialog.getByText('Simulador').click();
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  const choice = dialog.getByRole('group', { name: 'Trazer as últimas conversas' });
  await see(choice);
  assert.ok(await choice.getByLabel('Não trazer').isChecked(), 'nothing comes unasked');

  const id = await simulator.connectionNamed(name);
  const customer = simulator.newCustomer('Iolanda Prado');
  await simulator.knows(id, 20 * DAY, { ...customer, body: 'antes de tudo' });
  await simulator.knows(id, 3 * DAY, { ...customer, body: 'Vocês abrem sábado?' });
  await simulator.knows(id, 3 * DAY - 10, { ...customer, body: 'Abrimos sim', fromMe: true });
  await simulator.knows(id, 2 * DAY, {
    ...customer,
    type: 'image',
    body: 'a vitrine',
    media: { data: PIXEL, name: 'vitrine.png', mime: 'image/png' },
  });

  // chosen by keyboard while the code is shown, and kept
  await choice.getByLabel('Não trazer').focus();
  await page.keyboard.press('ArrowRight');
  await until(() => choice.getByLabel('7 dias').isChecked(), { what: 'seven days' });
  await axe(page, 'the choice of the past');
  await page.setViewportSize({ width: 390, height: 844 });
  await axe(page, 'the choice of the past, narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await card.getByRole('button', { name: 'QR Code' }).click();
  await until(() => choice.getByLabel('7 dias').isChecked(), { what: 'the choice that was kept' });
  await simulator.phone(id, 'scan');
  await gone(dialog);
  await see(card.getByText('3 mensagens antigas trazidas'));

  // it is a closed ticket, read in order; the file comes when somebody asks
  await page.goto('/tickets');
  await parts.tab('Busca').click();
  await parts.list.getByPlaceholder('Nome, número ou mensagem').fill(customer.pushName);
  const found = parts.ticket(customer.pushName).first();
  await see(found);
  await found.click();
  await see(parts.message('Vocês abrem sábado?'));
  await see(parts.message('Abrimos sim'));
  assert.equal(await page.getByText('antes de tudo').count(), 0);
  await see(page.getByText('Este arquivo é de antes do pareamento e não foi trazido.'));
  await axe(page, 'a past conversation');
  await page.getByRole('button', { name: 'Trazer o arquivo' }).click();
  await see(page.getByRole('button', { name: 'Ampliar a imagem' }));

  // the number goes away; what came meanwhile says so, what comes in live does not
  await page.goto('/connections');
  const connected = card.getByText('Conectado', { exact: true });
  await see(connected);
  await simulator.phone(id, 'drop', { seconds: 6 });
  await gone(connected);
  await simulator.say(id, { ...customer, body: 'Cheguei e estava fechado', minutesAgo: 5 });
  // six seconds, and the pause between two tries
  await connected.waitFor({ timeout: 30_000 });
  await simulator.say(id, { ...customer, body: 'Alguém aí?' });
  await page.goto('/tickets');
  await parts.tab('Busca').click();
  await parts.list.getByPlaceholder('Nome, número ou mensagem').fill(customer.pushName);
  await parts.ticket(customer.pushName).first().click();
  await see(parts.message('Cheguei e estava fechado').getByText('Recebida após reconexão ·'));
  await see(parts.message('Alguém aí?'));
  assert.equal(await page.getByText('Recebida após reconexão ·').count(), 1);
  await axe(page, 'a message that came after an outage');

  await page.goto('/connections');
  await card.getByRole('button', { name: /^Excluir/ }).click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(card);
});
