// spec: S034 S035 S101
import { test } from '../support/test.mjs';

test('on the simulator a customer writes, quotes, sends and deletes, and reads the answers', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  chooseForMessage,
  people,
  samples,
  see,
  gone,
  until,
  assert,
}) => {
  const desk = await newSignedInPage(people.rafael);
  const parts = partsOf(desk);
  const phones = await newPage();
  await phones.goto('/simulator');
  const customer = simulator.newCustomer('Dona Lurdes');
  await phones.getByRole('button', { name: 'Adicionar telefone' }).click();
  await phones.getByLabel('Nome').fill(customer.pushName);
  await phones.getByLabel('Número').fill('12');
  await phones.getByRole('button', { name: 'Criar cliente' }).click();
  await see(phones.getByText('Informe o número com país e DDD, de 8 a 15 dígitos.'));
  await phones.getByLabel('Número').fill(`+${customer.from}`);
  await phones.getByRole('button', { name: 'Criar cliente' }).click();
  const phone = phones.getByRole('region', { name: `Telefone de ${customer.pushName}` });
  const talk = phone.getByRole('log');
  const said = (words) => talk.getByRole('listitem').filter({ hasText: words });
  const type = async (words) => {
    await phone.getByRole('textbox', { name: 'Mensagem' }).fill(words);
    await phone.getByRole('button', { name: 'Enviar' }).click();
    await see(said(words));
  };

  await type('Boa tarde, tem vaga amanhã?');
  await accept(desk, customer.pushName);
  await see(parts.message('Boa tarde, tem vaga amanhã?'));
  await write(desk, 'Temos às 10h');
  await see(said('Temos às 10h'));
  // the open chat has read it
  await see(parts.message('Temos às 10h').getByRole('img', { name: 'Lida' }));

  // the attendant answers to a message, the customer to the answer
  await chooseForMessage(desk, 'Boa tarde, tem vaga amanhã?', 'Responder');
  await write(desk, 'Pode ser?');
  await see(said('Pode ser?').getByText('Boa tarde, tem vaga amanhã?'));
  await said('Pode ser?').hover();
  await said('Pode ser?').getByRole('button', { name: 'Ações da mensagem' }).click();
  await phones.getByRole('menuitem', { name: 'Responder' }).click();
  await type('Pode sim');
  await see(parts.message('Pode sim').getByRole('button', { name: /Pode ser\?/ }));

  const attach = async (kind) => {
    await phone.getByRole('button', { name: 'Anexar' }).click();
    await phones.getByRole('menuitem', { name: kind }).click();
  };
  const chooser = phones.waitForEvent('filechooser');
  await attach('Foto');
  await (await chooser).setFiles(samples.asUpload(samples.picture()));
  await see(parts.conversation.getByRole('button', { name: 'Ampliar a imagem' }));
  await until(() => talk.locator('img').evaluate((image) => image.naturalWidth === 320), {
    what: 'the picture',
  });

  await attach('Localização');
  await phones.getByLabel('Nome do lugar').fill('Minha casa');
  await phones.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await see(parts.message('Minha casa'));
  await attach('Contato');
  await phones.getByRole('dialog').getByLabel('Nome').fill('Meu marido');
  await phones.getByRole('dialog').getByLabel('Número').fill('5511911112222');
  await phones.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await see(parts.message('Meu marido'));

  await type('Mandei errado');
  await said('Mandei errado').hover();
  await said('Mandei errado').getByRole('button', { name: 'Ações da mensagem' }).click();
  await phones.getByRole('menuitem', { name: 'Apagar para todos' }).click();
  await gone(said('Mandei errado'));
  await see(parts.message('Mandei errado').getByText('Apagada'));

  // what the phone reads it keeps to itself from now on, which the server has to know before the next message
  const isStored = (answer) =>
    answer.request().method() === 'PUT' && /\/phones\/\d+$/.test(answer.url()) && answer.ok();
  await Promise.all([
    phones.waitForResponse(isStored),
    phone.getByRole('switch', { name: 'Confirma leitura' }).click(),
  ]);
  await write(desk, 'Até amanhã!');
  await see(said('Até amanhã!'));
  await see(parts.message('Até amanhã!').getByRole('img', { name: 'Entregue' }));
  assert.equal(await parts.message('Até amanhã!').getByRole('img', { name: 'Lida' }).count(), 0);
});
