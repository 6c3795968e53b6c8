// spec: S026 S140
import { test } from '../support/test.mjs';

test('a closed conversation is rated by its customer, and the attendant reads what he said', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  await admin.goto('/settings');
  const asks = admin.getByRole('switch', { name: /Pedir avaliação ao encerrar/ });
  const time = admin.getByRole('combobox', { name: 'Tempo para avaliar' });
  await see(asks);
  assert.equal(await time.isDisabled(), true);
  const told = (key) => admin.waitForResponse((answer) => answer.url().endsWith(`/api/settings/${key}`) && answer.ok());
  await Promise.all([told('userRating'), asks.click()]);
  assert.equal(await time.inputValue(), '10');
  await Promise.all([told('ratingTimeout'), time.selectOption('30')]);
  await admin.reload();
  assert.equal(await time.inputValue(), '30');
  await axe(admin);

  const marina = await newSignedInPage(people.marina);
  const hers = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const serve = async (name) => {
    const customer = simulator.newCustomer(name);
    await simulator.say(connection, { ...customer, body: 'Chegou, obrigada' });
    await marina.goto('/tickets');
    await accept(marina, customer.pushName);
    await hers.conversation.getByRole('button', { name: 'Resolver' }).click();
    return customer;
  };
  const heard = async ({ from }) => (await simulator.ledgerOf(connection, from)).map(({ body }) => body);
  const yes = hers.dialog.getByRole('button', { name: 'Resolver' });

  // silently: the customer hears nothing
  const silent = await serve('Eulália');
  const silently = hers.dialog.getByRole('checkbox', { name: 'Encerrar sem avisar o cliente' });
  await see(silently);
  for (const theme of ['light', 'dark']) {
    await marina.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(marina, `the question, ${theme}`);
  }
  await silently.click();
  await yes.click();
  await marina.waitForURL((url) => url.pathname === '/tickets');

  const customer = await serve('Hortênsia');
  assert.equal(await silently.isChecked(), false);
  await yes.click();
  await marina.waitForURL((url) => url.pathname === '/tickets');
  await until(async () => (await heard(customer)).some((text) => text.includes('avaliar o atendimento')), {
    what: 'the question on the phone',
  });
  assert.deepEqual(await heard(silent), []);

  // the answer is in the closed conversation; nothing waits
  await hers.tab('Fechados').click();
  await hers.ticket(customer.pushName).getByRole('link').click();
  await hers.button('Dados do contato').click();
  await see(marina.getByText('Marina Duarte resolveu'));
  await simulator.say(connection, { ...customer, body: '3' });
  await see(marina.getByText('O cliente avaliou'));
  await see(marina.getByText('Muito satisfeito', { exact: true }).first());
  await see(hers.bubbles.filter({ hasText: /Avaliação do cliente.*Muito satisfeito/ }).last());
  await axe(marina, 'the history');
  await marina.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(marina), 0);

  await Promise.all([told('userRating'), asks.click()]);
});
