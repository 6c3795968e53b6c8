// spec: S028 S058
import { test } from '../support/test.mjs';

test('who writes for the first time is a lead where the company wants it, until somebody accepts him', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  axe,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  await admin.goto('/settings');
  const set = (label, key, option) =>
    Promise.all([
      admin.waitForResponse((answer) => answer.url().endsWith(`/api/settings/${key}`) && answer.ok()),
      admin.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option }),
    ]);
  assert.equal(await admin.getByRole('combobox', { name: 'Encerrar leads parados' }).isDisabled(), true);
  await set('Separar leads', 'leadsMode', 'Contatos novos');
  await set('Encerrar leads parados', 'leadExpires', '48 h');
  for (const theme of ['light', 'dark']) {
    await admin.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(admin, `settings, ${theme}`);
  }

  const marina = await newSignedInPage(people.marina);
  const hers = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Zulmira');
  await simulator.say(connection, { ...customer, body: 'Vocês entregam em Santos?' });
  await hers.tab('Leads').click();
  await see(hers.ticket(customer.pushName));
  await hers.ticket(customer.pushName).getByRole('button', { name: 'Aceitar' }).click();
  await see(hers.composer);
  await hers.tab('Leads').click();
  await gone(hers.ticket(customer.pushName));
  await hers.tab('Atendendo').click();
  await see(hers.ticket(customer.pushName));

  await set('Separar leads', 'leadsMode', 'Desligado');
});
