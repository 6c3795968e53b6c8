import { test } from '../support/test.mjs';

test('a ticket is put off until the customer writes, presses before others, and is given on with a note', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const rafael = await newSignedInPage(people.rafael);
  const [hers, his] = [partsOf(marina), partsOf(rafael)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Dulce Neves');
  await simulator.say(connection, { ...customer, body: 'Consegue ver o pedido?' });
  await accept(marina, customer.pushName);
  await hers.tab('Atendendo').click();
  await see(hers.ticket(customer.pushName));
  const menu = async (item) => {
    await hers.conversation.getByRole('button', { name: 'Mais opções' }).click();
    await marina.getByRole(item.role, { name: item.name, exact: true }).click();
  };

  // put off: gone from the list, in one of its own
  await menu({ role: 'menuitem', name: 'Adiar' });
  await see(hers.dialog.getByText('Adiar o atendimento'));
  for (const theme of ['light', 'dark']) {
    await marina.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(marina, `putting off, ${theme}`);
  }
  await hers.dialog.getByRole('radio', { name: 'Até o cliente responder' }).check();
  await hers.dialog.getByRole('button', { name: 'Adiar' }).click();
  await marina.waitForURL((url) => url.pathname === '/tickets');
  await gone(hers.ticket(customer.pushName));
  await marina.getByRole('button', { name: 'Adiados e ordem' }).click();
  const only = marina.getByRole('switch', { name: 'Só os adiados' });
  await only.click();
  await marina.keyboard.press('Escape');
  await see(hers.ticket(customer.pushName).getByText('Adiado até responder'));
  await axe(marina, 'the list of what is put off');

  // the customer writes: it is back, here and in the other list
  await simulator.say(connection, { ...customer, body: 'Alguma notícia?' });
  await gone(hers.ticket(customer.pushName));
  await marina.getByRole('button', { name: 'Adiados e ordem' }).click();
  await only.click();
  await marina.getByRole('switch', { name: 'Urgentes primeiro' }).click();
  await marina.keyboard.press('Escape');
  await open(marina, customer.pushName);

  // pressing: first in the list, though others are newer
  await menu({ role: 'menuitemradio', name: 'Urgente' });
  await see(hers.ticket(customer.pushName).getByText('Urgente'));
  await until(async () => (await hers.list.getByRole('listitem').first().innerText()).includes(customer.pushName), {
    what: 'the urgent one first',
  });

  // given on with a note, read first by who gets it
  await menu({ role: 'menuitem', name: 'Transferir' });
  const taker = hers.dialog.getByLabel('Atendente');
  await taker.selectOption({ label: 'Rafael Lima (online)' });
  await hers.dialog.getByLabel('Recado para quem recebe').fill('Cliente VIP, prometi resposta hoje');
  await axe(marina, 'a transfer with a note');
  await hers.dialog.getByRole('button', { name: 'Transferir' }).click();
  await see(rafael.getByText(/Marina Duarte passou Dulce Neves.* para você: Cliente VIP/));
  await his.tab('Atendendo').click();
  await open(rafael, customer.pushName);
  await see(his.message('Cliente VIP, prometi resposta hoje').getByText('Sussurro · Marina Duarte'));
  const heard = (await simulator.ledgerOf(connection, customer.from)).map(({ body }) => body);
  assert.ok(heard.every((body) => !body.includes('VIP')));

  await rafael.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(rafael), 0);
  await axe(rafael, 'narrow');
});
