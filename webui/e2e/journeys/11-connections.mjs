// spec: S018 S115 A009 A053 A055 A056 A059 A076 A099
import { test } from '../support/test.mjs';

test('a connection is made, edited, disconnected, tried again and deleted, and a second browser follows', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Conexões' }).click();
  const second = await newPage({ storageState: await page.context().storageState() });
  await second.goto('/connections');
  const row = (where, name) =>
    where.getByRole('article').filter({ has: where.getByRole('heading', { name, exact: true }) });
  const group = (name) => parts.dialog.getByRole('tab', { name: new RegExp(`^${name}`) });
  await see(row(page, 'Matriz'));
  await see(row(second, 'Matriz'));
  await see(row(page, 'Matriz').getByText(/^Atualizado \d\d\/\d\d\/\d\d \d\d:\d\d$/));
  for (const tool of ['Editar Matriz', 'Excluir Matriz'])
    await see(row(page, 'Matriz').getByRole('button', { name: tool }));

  let name = `Filial ${simulator.newCustomer('x').from.slice(-6)}`;
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

  // what is wrong is said at the field, and nothing is made
  await parts.button('Nova conexão').click();
  await parts.dialog.getByText('Simulador').click();
  await save();
  await see(parts.dialog.getByText('Required'));
  await parts.dialog.getByLabel('Nome').fill('x');
  await save();
  await see(parts.dialog.getByText('Too Short!'));
  await parts.dialog.getByLabel('Nome').fill(name);
  for (const queue of ['Vendas', 'Suporte'])
    await parts.dialog.getByRole('tabpanel').getByText(queue, { exact: true }).click();
  await save();
  await see(parts.dialog.getByText('A mensagem de saudação é obrigatória quando há mais de uma fila.'));
  assert.equal(await group('Mensagens').getAttribute('aria-selected'), 'true', 'where the error is');
  await parts.dialog.getByLabel('Mensagem de saudação').fill('Olá! Com quem deseja falar?');
  await save();
  // its code is shown at once, and a phone scans it
  const pairing = page.getByRole('dialog', { name: /^Leia o QR Code/ });
  await see(pairing.getByRole('img', { name: /^Leia o QR Code/ }));
  await simulator.phone(await simulator.connectionNamed(name), 'scan');
  await gone(parts.dialog);
  for (const where of [page, second]) {
    await see(row(where, name).getByText('Conectado', { exact: true }));
    await see(row(where, name).getByText('Suporte'));
  }

  await row(page, name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await group('Mensagens').click();
  assert.equal(await parts.dialog.getByLabel('Mensagem de saudação').inputValue(), 'Olá! Com quem deseja falar?');

  // every group keeps what is typed in it
  await group('Chatbot').click();
  assert.equal(await parts.dialog.getByLabel('Máximo de menus por atendimento').inputValue(), '3');
  assert.equal(await parts.dialog.getByLabel('Intervalo entre menus (minutos)').inputValue(), '0');
  await parts.dialog.getByLabel('Máximo de menus por atendimento').fill('5');
  await group('Inatividade').click();
  await parts.dialog.getByLabel('Encerrar após (minutos)').fill('120');
  await parts.dialog.getByLabel('Mensagem de inatividade').fill('Encerrado, {{');
  await group('Transferência').click();
  await parts.dialog.getByLabel('Fila de transferência').selectOption({ label: 'Vendas' });
  await parts.dialog.getByLabel('Transferir após (minutos)').fill('x');
  await group('API').click();
  await parts.dialog.getByRole('button', { name: 'Gerar token' }).click();
  assert.match(await parts.dialog.getByRole('textbox', { name: 'Token' }).inputValue(), /^[0-9a-f]{48}$/);
  await save();
  assert.equal(await group('Transferência').getAttribute('aria-selected'), 'true');
  await see(parts.dialog.getByText('Somente números'));
  await parts.dialog.getByLabel('Transferir após (minutos)').fill('15');
  await group('Geral').click();
  await parts.dialog.getByLabel('Nome').fill(`${name} B`);
  await parts.dialog.getByRole('tabpanel').getByText('Suporte', { exact: true }).click();
  await save();
  await gone(parts.dialog);
  name = `${name} B`;
  for (const where of [page, second]) {
    await see(row(where, name));
    await gone(row(where, name).getByText('Suporte'));
  }
  await row(page, name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await group('Chatbot').click();
  assert.equal(await parts.dialog.getByLabel('Máximo de menus por atendimento').inputValue(), '5');
  await group('Inatividade').click();
  assert.equal(await parts.dialog.getByLabel('Encerrar após (minutos)').inputValue(), '120');
  await group('Transferência').click();
  assert.equal(await parts.dialog.getByLabel('Transferir após (minutos)').inputValue(), '15');
  await group('API').click();
  assert.equal(await parts.dialog.getByRole('textbox', { name: 'Token' }).inputValue(), '');
  await see(parts.dialog.getByText('Há um token guardado. Deixe vazio para manter.'));
  await parts.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(parts.dialog);

  // there is always one default connection, and never two
  const defaults = (where) => where.getByRole('article').filter({ hasText: 'Padrão' });
  await row(page, 'Matriz').getByRole('button', { name: 'Editar Matriz' }).click();
  await parts.dialog.getByRole('switch', { name: 'Conexão padrão' }).click();
  page.expectErrors(/status of 400 .*\/api\/whatsapp\/\d+/);
  await save();
  await see(parts.dialog.getByText('Deve haver pelo menos um WhatsApp padrão.'));
  await parts.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(parts.dialog);
  await row(page, name)
    .getByRole('button', { name: /^Editar/ })
    .click();
  await parts.dialog.getByRole('switch', { name: 'Conexão padrão' }).click();
  await save();
  await gone(parts.dialog);
  for (const where of [page, second]) {
    await see(row(where, name).getByText('Padrão', { exact: true }));
    await until(async () => (await defaults(where).count()) === 1, {
      what: 'one default connection',
    });
  }
  await row(page, 'Matriz').getByRole('button', { name: 'Editar Matriz' }).click();
  await parts.dialog.getByRole('switch', { name: 'Conexão padrão' }).click();
  await save();
  await gone(parts.dialog);
  await see(row(second, 'Matriz').getByText('Padrão', { exact: true }));

  await row(page, name)
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await parts.menuItem('Desconectar').click();
  await parts.dialog.getByRole('button', { name: 'Desconectar' }).click();
  for (const where of [page, second]) {
    await see(row(where, name).getByText('Desconectado'));
    await see(row(where, name).getByRole('button', { name: 'Tentar novamente' }));
  }
  // that has signed it out: it waits for a phone again
  await row(second, name).getByRole('button', { name: 'Tentar novamente' }).click();
  for (const where of [page, second]) {
    await see(row(where, name).getByText('Aguardando QR Code', { exact: true }));
    await see(row(where, name).getByRole('button', { name: 'QR Code' }));
  }
  await simulator.phone(await simulator.connectionNamed(name), 'scan');
  for (const where of [page, second]) await see(row(where, name).getByText('Conectado', { exact: true }));

  await row(page, name)
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(parts.dialog);
  for (const where of [page, second]) await gone(row(where, name));
  await see(row(second, 'Matriz'));

  // attendants have no such page
  const rafael = await newSignedInPage(people.rafael);
  assert.equal(await rafael.getByRole('link', { name: 'Conexões' }).count(), 0);
  await rafael.goto('/connections');
  await rafael.waitForURL((url) => url.pathname !== '/connections');
});
