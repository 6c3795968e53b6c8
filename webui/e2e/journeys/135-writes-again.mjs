import { test } from '../support/test.mjs';

test('who is transferred hears it in the words of the company, and who writes again after the end goes on in his queue', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  resolve,
  inThemes,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  await admin.getByRole('link', { name: 'Configurações' }).click();
  const saved = (key) =>
    admin.waitForResponse((answer) => answer.url().endsWith(`/api/settings/${key}`) && answer.ok());
  const words = admin.getByRole('textbox', { name: 'Aviso de outra fila', exact: true });
  await gone(words);
  const notice = admin.getByRole('switch', { name: /^Aviso de transferência/ });
  await Promise.all([saved('sendMsgTransfTicket'), notice.click()]);
  // what is begun is not lost by Back, saved by a click elsewhere, and forgotten by Escape
  const question = admin.getByRole('dialog', { name: 'Descartar as mudanças?' });
  await words.fill('Já vai');
  await admin.goBack();
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await gone(question);
  assert.equal(await words.inputValue(), 'Já vai');
  await words.press('Escape');
  assert.equal(await words.inputValue(), '');
  await words.fill('Um momento');
  await Promise.all([saved('transferQueueText'), admin.getByRole('link', { name: 'Filas', exact: true }).click()]);
  await admin.waitForURL((url) => url.pathname === '/queues');
  await admin.goBack();
  await see(words);
  assert.equal(await words.inputValue(), 'Um momento');
  await words.fill('Já vai, a {{queue}} cuida disso!');
  await Promise.all([saved('transferQueueText'), admin.keyboard.press('Tab')]);
  const window = admin.getByRole('combobox', { name: 'Continuar conversa encerrada' });
  await Promise.all([saved('reopenWindow'), window.selectOption({ label: '2 h' })]);
  await inThemes(admin, 'settings with words of their own');
  await admin.reload();
  await see(words);
  assert.equal(await words.inputValue(), 'Já vai, a {{queue}} cuida disso!');

  const marina = await newSignedInPage(people.marina);
  const parts = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Quitéria');
  await simulator.say(connection, { ...customer, body: 'Meu pedido chegou errado' });
  await accept(marina, customer.pushName);
  await parts.conversation.getByRole('button', { name: 'Transferir' }).click();
  await parts.dialog.getByLabel('Fila').selectOption({ label: 'Suporte' });
  await parts.dialog.getByRole('button', { name: 'Transferir' }).click();
  await gone(parts.dialog);
  const told = async () => (await simulator.ledgerOf(connection, customer.from)).map(({ body }) => body);
  const isTold = async () => (await told()).some((body) => body.endsWith('Já vai, a Suporte cuida disso!'));
  await until(isTold, { what: 'the company’s words' });

  await accept(marina, customer.pushName);
  await resolve(marina);
  await simulator.say(connection, { ...customer, body: 'Ah, e mais uma coisa' });
  await parts.tab('Aguardando').click();
  await see(parts.ticket(customer.pushName).getByText('Suporte'));
  await see(parts.ticket(customer.pushName).getByText('Ah, e mais uma coisa'));
  await accept(marina, customer.pushName);
  await marina.getByRole('button', { name: 'Dados do contato' }).click();
  const steps = marina.getByRole('group', { name: 'Histórico do atendimento' });
  await see(steps.getByText('O cliente escreveu de novo'));
  assert.equal(await steps.getByText('Marina Duarte aceitou').count(), 3);
  await inThemes(marina, 'the history of a ticket that goes on');

  await Promise.all([saved('reopenWindow'), window.selectOption({ label: 'Nunca' })]);
  await words.fill('');
  await Promise.all([saved('transferQueueText'), admin.keyboard.press('Tab')]);
  await Promise.all([saved('sendMsgTransfTicket'), notice.click()]);
  await gone(words);
  await resolve(marina);
});
