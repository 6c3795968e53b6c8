// spec: S063 S064 S069 S080 S131
import { test } from '../support/test.mjs';

test('a ticket goes to a queue or to a colleague; who may not see it is turned away', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  people,
  see,
  gone,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const rafael = await newSignedInPage(people.rafael);
  const [hers, his] = [partsOf(marina), partsOf(rafael)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Moacir');
  await simulator.say(connection, { ...customer, body: 'Onde está meu pacote?' });
  await accept(marina, customer.pushName);
  const address = new URL(marina.url()).pathname;
  const choose = async (parts, label, option) => {
    await parts.conversation.getByRole('button', { name: 'Transferir' }).click();
    await parts.dialog.getByLabel(label).selectOption({ label: option });
    await parts.dialog.getByRole('button', { name: 'Transferir' }).click();
    await gone(parts.dialog);
  };

  // to a colleague: he has it at once, she is back at the list
  await his.tab('Atendendo').click();
  await choose(hers, 'Atendente', 'Rafael Lima (online)');
  await marina.waitForURL((url) => url.pathname === '/tickets');
  await see(hers.notice(`${customer.pushName} agora está com Rafael Lima.`));
  await see(his.notice(`Marina Duarte passou ${customer.pushName} para você.`));
  await see(his.ticket(customer.pushName).getByRole('img', { name: /não lida/ }));
  await hers.tab('Atendendo').click();
  await gone(hers.ticket(customer.pushName));

  // to a queue: it waits for anyone of it
  await open(rafael, customer.pushName);
  await choose(his, 'Fila', 'Suporte');
  await rafael.waitForURL((url) => url.pathname === '/tickets');
  await gone(his.ticket(customer.pushName));
  await hers.tab('Aguardando').click();
  await see(hers.ticket(customer.pushName).getByText('Suporte'));

  // into a queue that is not hers: she sees it no more, neither in the list nor by its address
  await accept(marina, customer.pushName);
  await his.tab('Aguardando').click();
  await choose(hers, 'Fila', 'Logística');
  await marina.waitForURL((url) => url.pathname === '/tickets');
  await see(his.ticket(customer.pushName).getByText('Logística'));
  await hers.tab('Aguardando').click();
  await gone(hers.ticket(customer.pushName));
  marina.expectErrors(/status of 40[34] .*\/api\/tickets\/u\//);
  await marina.goto(address);
  await see(marina.getByText('Acesso não permitido'));
  await marina.waitForURL((url) => url.pathname === '/tickets');
  assert.equal(await hers.message('Onde está meu pacote?').count(), 0);
});
