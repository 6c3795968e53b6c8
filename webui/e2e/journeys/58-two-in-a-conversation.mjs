import { test } from '../support/test.mjs';

test('two who look at one conversation see each other, also when one of them writes', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  write,
  people,
  see,
  gone,
  axe,
}) => {
  const marina = await newSignedInPage(people.marina);
  const admin = await newSignedInPage(people.admin);
  const [hers, boss] = [partsOf(marina), partsOf(admin)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Quitéria');
  await simulator.say(connection, { ...customer, body: 'Alguém pode me ajudar?' });
  await accept(marina, customer.pushName);
  await boss.tab('Atendendo').click();
  await open(admin, customer.pushName);

  const notice = (parts, words) => parts.conversation.getByText(words);
  await see(notice(boss, 'Marina Duarte está vendo'));
  await see(notice(hers, 'está vendo'));
  await axe(admin);

  await hers.composer.pressSequentially('Posso sim, qual é o pedido?');
  await see(notice(boss, 'Marina Duarte está escrevendo…'));
  await write(marina, 'Posso sim, qual é o número?');
  await see(notice(boss, 'Marina Duarte está vendo'));

  // a closed window is nobody
  await marina.close();
  await gone(notice(boss, 'Marina Duarte está'));
});
