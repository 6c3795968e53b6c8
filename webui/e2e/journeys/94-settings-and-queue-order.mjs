// spec: S082 S129 A010 A012 A077 A105 A131 A132 A140
import { test } from '../support/test.mjs';

test("two admins see each other's settings and order of queues; a queue has hours, a colour of its own and files", async ({
  ask,
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.goto('/settings');
  const partner = { email: `${simulator.newCustomer('x').from}@aurora.example`, password: 'Aurora123' };
  await ask(page, 'POST', '/users', { ...partner, name: 'Sócia', profile: 'admin', queueIds: [] });
  const other = await newSignedInPage(partner, { theme: 'dark' });
  await other.goto('/settings');
  const { dialog } = parts;

  // every option is there, saved at once, kept over a reload
  const defaults = [
    ['sendGreetingAccepted', /^Saudação ao aceitar/],
    ['sendMsgTransfTicket', /^Aviso de transferência/],
    ['sendGreetingMessageOneQueues', /^Saudação com uma só fila/],
    ['userRating', /^Pedir avaliação/],
    ['CheckMsgIsGroup', /^Ignorar mensagens de grupos/],
    ['call', /^Aceitar chamadas/],
    ['botOutOfHours', /^Robô fora do expediente/],
    ['transferTimerHours', /^Transferir só no expediente/],
    ['transferTimerGreeting', /^Saudar ao transferir/],
  ];
  const saved = (key) => page.waitForResponse((answer) => answer.url().endsWith(`/api/settings/${key}`) && answer.ok());
  // by the keyboard: the page scrolls one switch to where the last one was, and a click there within half a second
  // would be the second half of a double click
  const toggle = (key, option) => Promise.all([saved(key), option.press('Space')]);
  for (const [key, name] of defaults) {
    const option = page.getByRole('switch', { name });
    const before = await option.isChecked();
    await toggle(key, option);
    await see(page.getByText('Operação atualizada com sucesso.').first());
    assert.equal(await option.isChecked(), !before, key);
    const there = other.getByRole('switch', { name });
    await until(async () => (await there.isChecked()) === !before, { what: `the other browser follows ${key}` });
  }
  await page.reload();
  for (const [key, name] of defaults) {
    const option = page.getByRole('switch', { name });
    await see(option);
    await toggle(key, option);
  }
  // calls are not taken: who calls is asked to write
  const connection = await simulator.connectionOf('Lojas Aurora');
  const caller = simulator.newCustomer('Ivo');
  await simulator.say(connection, { ...caller, type: 'call' });
  const asksToWrite = ({ body }) => body.includes('As chamadas de voz e vídeo estão desabilitadas neste número.');
  await until(async () => (await simulator.ledgerOf(connection, caller.from)).some(asksToWrite), {
    what: 'the caller is asked to write',
  });
  const choose = (key, name, label) =>
    Promise.all([saved(key), page.getByRole('combobox', { name, exact: true }).selectOption({ label })]);
  await choose('leadsMode', 'Separar leads', 'Quem fala com o robô');
  await choose('leadsMode', 'Separar leads', 'Desligado');
  assert.equal(await page.getByRole('combobox', { name: 'Depois disso, a conversa' }).isDisabled(), true);
  await choose('chatbotTicketTimeout', 'Parado no robô', '30 min');
  await choose('chatbotTicketTimeoutAction', 'Depois disso, a conversa', 'Vai para Vendas');
  await choose('noQueueTimeout', 'Parado sem fila', '1 h');
  await choose('noQueueTimeoutAction', 'Depois disso, o atendimento', 'Vai para Suporte');
  await choose('openTicketTimeout', 'Parado com um atendente', '24 h');
  await choose('openTicketTimeoutAction', 'Depois disso, o atendimento aberto', 'Encerra');
  await choose('auditDays', 'Guardar o registro de ações', '90 dias');
  for (const name of ['Parado no robô', 'Parado sem fila', 'Parado com um atendente']) {
    await page.getByRole('combobox', { name, exact: true }).selectOption({ label: 'Nunca' });
  }
  await see(page.getByText('Operação atualizada com sucesso.').first());
  assert.equal(await page.getByRole('combobox', { name: 'Opções do robô' }).inputValue(), 'text');

  // what is refused is said, and put back
  const groups = page.getByRole('switch', { name: /^Ignorar mensagens de grupos/ });
  const held = await groups.isChecked();
  page.expectErrors(/ERR_FAILED|Failed to load|net::/);
  await page.route('**/api/settings/CheckMsgIsGroup', (route) => route.abort());
  await groups.click();
  await see(page.getByText('Sem conexão').first());
  assert.equal(await groups.isChecked(), held);
  await page.unroute('**/api/settings/CheckMsgIsGroup');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(page, `settings, ${theme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose('scheduleType', 'Horário de atendimento', 'De cada fila');

  // the order, by keys and by the pointer, in the other browser at once
  await page.goto('/queues');
  await other.goto('/queues');
  const handle = (name) => page.getByRole('button', { name: `Mover ${name}` });
  await see(handle('Vendas'));
  const order = async (where = page) => {
    const labels = await where
      .getByRole('button', { name: /^Mover / })
      .evaluateAll((all) => all.map((each) => each.ariaLabel));
    return labels.map((label) => label.slice('Mover '.length));
  };
  const first = await order();
  await handle(first[0]).focus();
  const stored = () => page.waitForResponse((answer) => answer.url().endsWith('/api/queue/order') && answer.ok());
  await Promise.all([stored(), page.keyboard.press('ArrowDown')]);
  await see(page.getByText(`${first[0]} está agora na posição 2`));
  assert.deepEqual((await order()).slice(0, 2), [first[1], first[0]]);
  await until(async () => (await order(other))[0] === first[1], { what: 'the other browser has the new order' });
  await axe(other, 'queues, dark');
  await axe(page, 'queues');
  await Promise.all([stored(), handle(first[0]).dragTo(handle(first[1]), { targetPosition: { x: 8, y: 4 } })]);
  await until(async () => (await order())[0] === first[0], { what: 'the dragged queue is first' });
  await page.reload();
  await see(handle(first[0]));
  assert.deepEqual(await order(), first);

  // a finger has buttons
  await page.setViewportSize({ width: 390, height: 844 });
  // the menu that was open beside the page would lie over it
  await page.reload();
  await see(handle(first[0]));
  const step = (way, name) => page.getByRole('button', { name: `${way} ${name}`, exact: true });
  assert.equal(await step('Subir', first[0]).isDisabled(), true);
  await axe(page, 'queues, narrow');
  await Promise.all([stored(), step('Descer', first[0]).click()]);
  await until(async () => (await order())[0] === first[1], { what: 'the second queue is first' });
  // by the key: what a finger taps at once after a row has moved is taken for the second half of a double tap
  await Promise.all([stored(), step('Subir', first[0]).press('Enter')]);
  await until(async () => (await order())[0] === first[0], { what: 'the first one is first again' });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // 49 colours, those of other queues locked with a reason; hours in the second tab
  await page.getByRole('button', { name: 'Nova fila' }).first().click();
  await see(dialog.getByLabel('Nome'));
  assert.equal(await dialog.getByRole('radio').count(), 49);
  const locked = dialog.getByRole('radio', { name: /Em uso por Vendas/ });
  assert.equal(await locked.isDisabled(), true);
  const name = `Noturno ${simulator.newCustomer('x').from.slice(-6)}`;
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('tab', { name: 'Horários de Atendimento' }).click();
  await see(dialog.getByText('Clique em salvar para registar as alterações'));
  const monday = dialog.getByRole('group', { name: 'Segunda-feira' });
  assert.equal(await monday.getByLabel('abre às').inputValue(), '08:00');
  await monday.getByLabel('abre às').fill('22');
  await monday.getByLabel('fecha às').fill('6');
  await monday.getByLabel('fecha às').press('Tab');
  await see(monday.getByText('dia seguinte'));
  await axe(page, 'hours of a queue');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(page.getByText('Fila salva com sucesso!'));
  await gone(dialog);
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await dialog.getByRole('tab', { name: 'Horários de Atendimento' }).click();
  assert.equal(await monday.getByLabel('fecha às').inputValue(), '06:00');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(dialog);

  // a file of an option, which a customer receives before its text
  await page.getByRole('button', { name: `Menu do robô de ${name}` }).click();
  await dialog.getByRole('button', { name: 'Nova opção' }).click();
  await page.keyboard.type('Tabela');
  await dialog.getByLabel('Anexar arquivo').setInputFiles({
    name: 'tabela.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  });
  await see(dialog.getByRole('treeitem', { name: /Tabela/ }).getByText('tabela.pdf'));
  await dialog.getByRole('button', { name: 'Salvar menu' }).click();
  await gone(dialog);
  await page.getByRole('button', { name: `Menu do robô de ${name}` }).click();
  await see(dialog.getByRole('treeitem', { name: /Tabela/ }).getByText('tabela.pdf'));
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(dialog);

  // as it was
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await see(dialog.getByText(/Atendimentos em andamento vão para/));
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(page.getByRole('row', { name: new RegExp(name) }));
  await page.goto('/settings');
  await choose('scheduleType', 'Horário de atendimento', 'Da empresa');
  await page.goto('/queues');
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  await see(dialog.getByLabel('Nome'));
  assert.equal(await dialog.getByRole('tab').count(), 0, "a queue has no hours of its own where the company's count");
});
