// spec: S061
import { test } from '../support/test.mjs';

test('an admin offers reasons, closing asks for one, and the history keeps it', async ({
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
  const admin = await newSignedInPage(people.admin);
  const boss = partsOf(admin);
  await admin.goto('/closing-reasons');
  await see(admin.getByText('Nenhum motivo ainda'));
  const offer = async (name) => {
    await boss.button('Novo motivo').first().click();
    await boss.dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
    await boss.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(boss.dialog);
    await see(admin.getByRole('row', { name }));
  };
  await offer('Venda feita');
  await offer('Sem resposta');
  const asked = admin.getByRole('combobox', { name: 'Pedir o motivo' });
  const set = async (label) => {
    const answered = admin.waitForResponse(
      (response) => response.url().endsWith('/api/settings/closingReason') && response.ok(),
    );
    await asked.selectOption({ label });
    await answered;
  };
  await set('Obrigatório');
  await axe(admin);

  const marina = await newSignedInPage(people.marina);
  const hers = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Leocádia');
  await simulator.say(connection, { ...customer, body: 'Vou levar dois' });
  await accept(marina, customer.pushName);
  await hers.conversation.getByRole('button', { name: 'Resolver' }).click();
  const yes = hers.dialog.getByRole('button', { name: 'Resolver' });
  const reason = hers.dialog.getByRole('combobox', { name: 'Motivo' });
  await see(reason);
  assert.equal(await yes.isDisabled(), true);
  await axe(marina);
  await reason.selectOption({ label: 'Venda feita' });
  await yes.click();
  await marina.waitForURL((url) => url.pathname === '/tickets');

  await hers.tab('Fechados').click();
  await hers.ticket(customer.pushName).getByRole('link').click();
  await hers.button('Dados do contato').click();
  await see(marina.getByText('Marina Duarte resolveu'));
  await see(marina.getByText('Venda feita'));

  // from the list it is asked for as well, when the server wants it
  const other = simulator.newCustomer('Firmino');
  await simulator.say(connection, { ...other, body: 'Obrigado' });
  await marina.goto('/tickets');
  await accept(marina, other.pushName);
  await marina.goto('/tickets');
  marina.expectErrors(/status of 400 .*\/api\/tickets\/\d+/);
  await hers.ticket(other.pushName).hover();
  await hers.button(`Encerrar o atendimento de ${other.pushName}`).click();
  await see(reason);
  await reason.selectOption({ label: 'Sem resposta' });
  await yes.click();
  await gone(hers.ticket(other.pushName));

  await set('Não pedir');
});
