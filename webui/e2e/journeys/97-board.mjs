// spec: A024 A072 A126 A131
import { test } from '../support/test.mjs';

test('cards of the board are moved by pointer, keys, menu and a long press, live in a second window', async ({
  newSignedInPage,
  partsOf,
  people,
  simulator,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  const lane = (page, name) =>
    page.getByRole('main').locator('section[data-lane]', { has: page.getByRole('heading', { name }) });
  const card = (page, laneName, name) => lane(page, laneName).locator('[data-card]', { hasText: name });
  const names = (page, laneName) =>
    lane(page, laneName).locator('[data-card] button[aria-describedby]').allInnerTexts();
  const isAt = (page, laneName, name) => see(card(page, laneName, name));

  // three customers stand in the first lane
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customers = ['Ada', 'Bento', 'Caio'].map((name) => simulator.newCustomer(name));
  for (const customer of customers)
    await simulator.say(connection, { ...customer, body: `Oi, aqui é ${customer.pushName}` });
  const [ada, bento, caio] = customers.map((customer) => customer.pushName);
  await admin.getByRole('link', { name: 'Quadro' }).click();
  await see(admin.getByRole('heading', { level: 1, name: 'Quadro' }));
  await see(lane(admin, 'Novo contato'));
  await admin.getByRole('tab', { name: 'FILAS' }).click();
  await see(lane(admin, 'Sem fila'));
  for (const name of [ada, bento, caio]) await isAt(admin, 'Sem fila', name);
  assert.deepEqual((await names(admin, 'Sem fila')).slice(0, 3), [caio, bento, ada], 'the newest on top');
  await see(card(admin, 'Sem fila', ada).getByText(`Oi, aqui é ${ada}`));
  await axe(admin, 'board by queues');

  const watcher = await admin.context().newPage();
  await watcher.goto('/kanban?by=queues');
  await isAt(watcher, 'Sem fila', ada);

  // by the pointer, to another queue
  const center = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await admin.mouse.move(...(await center(from)));
    await admin.mouse.down();
    const [x, y] = await center(to);
    await admin.mouse.move(x, y, { steps: 8 });
    await admin.mouse.move(x + 1, y + 1);
  };
  const list = (laneName) => lane(admin, laneName).getByRole('group', { name: laneName });
  await drag(card(admin, 'Sem fila', ada), list('Vendas'));
  await see(lane(admin, 'Vendas').locator('[data-over]'));
  await admin.mouse.up();
  await isAt(admin, 'Vendas', ada);
  await see(parts.notice('Fila do Ticket Atualizada com Sucesso!'));
  await isAt(watcher, 'Vendas', ada);
  await gone(card(watcher, 'Sem fila', ada));
  assert.equal(new URL(admin.url()).searchParams.get('ticket'), null, 'a drag opens nothing');

  // Escape puts it back in the middle of a drag
  await drag(card(admin, 'Sem fila', bento), list('Vendas'));
  await admin.keyboard.press('Escape');
  await admin.mouse.up();
  await isAt(admin, 'Sem fila', bento);
  assert.equal(await card(admin, 'Vendas', bento).count(), 0);

  // by keys: inside the lane, and to the next
  const grip = (page, laneName, name) => card(page, laneName, name).getByRole('button', { name, exact: true });
  await grip(admin, 'Sem fila', caio).focus();
  await admin.keyboard.press('Space');
  await see(admin.getByRole('status').filter({ hasText: `${caio} levantado` }));
  await admin.keyboard.press('ArrowDown');
  await admin.keyboard.press('Space');
  await until(async () => (await names(admin, 'Sem fila'))[0] === bento, { what: 'the order of the lane' });
  await until(async () => (await names(watcher, 'Sem fila')).slice(0, 2).join() === [bento, caio].join(), {
    what: 'the same order there',
  });
  await until(() => grip(admin, 'Sem fila', caio).evaluate((it) => it === document.activeElement), {
    what: 'it keeps the focus',
  });
  await admin.keyboard.press('Space');
  await admin.keyboard.press('ArrowRight');
  await admin.keyboard.press('Escape');
  await isAt(admin, 'Sem fila', caio);
  await grip(admin, 'Sem fila', caio).focus();
  await admin.keyboard.press('Space');
  await admin.keyboard.press('ArrowRight');
  await admin.keyboard.press('Enter');
  await gone(card(admin, 'Sem fila', caio));
  await admin.reload();
  await until(async () => (await names(admin, 'Sem fila'))[0] === bento, { what: 'the order is kept' });
  await gone(card(admin, 'Sem fila', caio));

  // by the menu
  const menuOf = async (page, laneName, name) => {
    await card(page, laneName, name)
      .getByRole('button', { name: `Mover ${name} para…` })
      .click();
  };
  await menuOf(admin, 'Sem fila', bento);
  await partsOf(admin).menuItem('Suporte').click();
  await isAt(admin, 'Suporte', bento);

  // what the server refuses goes back
  await admin.route('**/api/ticket/kanban/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }),
  );
  admin.expectErrors(/status of 500 .*\/api\/ticket\/kanban/);
  await menuOf(admin, 'Suporte', bento);
  await partsOf(admin).menuItem('Vendas').click();
  await see(admin.getByText('Erro ao atualizar fila'));
  await isAt(admin, 'Suporte', bento);
  await gone(card(admin, 'Vendas', bento));
  await admin.unroute('**/api/ticket/kanban/*');

  // search by name and by the number of the ticket
  const search = admin.getByRole('searchbox', { name: 'Buscar no quadro' });
  await search.fill(bento);
  await gone(card(admin, 'Vendas', ada));
  await isAt(admin, 'Suporte', bento);
  const number = /#(\d+)/.exec(await card(admin, 'Suporte', bento).innerText())[1];
  await search.fill(`#${number}`);
  await see(admin.getByText('1 atendimento', { exact: true }));
  await search.fill('');
  await isAt(admin, 'Vendas', ada);

  // a click opens the conversation beside the board; writing works; Escape closes it
  await menuOf(admin, 'Vendas', ada);
  await admin.keyboard.press('Escape');
  await grip(admin, 'Vendas', ada).click();
  const conversation = partsOf(admin).main.getByRole('region', { name: ada });
  await see(conversation.getByText(`Oi, aqui é ${ada}`));
  await conversation.locator('footer').getByRole('button', { name: 'Aceitar' }).click();
  await conversation.getByRole('textbox', { name: /^Escreva/ }).fill('Olá! Já vejo.');
  await conversation.getByRole('button', { name: 'Enviar', exact: true }).click();
  await see(card(admin, 'Vendas', ada).getByText('Olá! Já vejo.'));
  assert.ok(admin.url().includes('/kanban'));
  await axe(admin, 'board with a conversation');
  await admin.keyboard.press('Escape');
  await gone(conversation);

  // lanes of tags, and a choice of them
  await admin.getByRole('tab', { name: 'TAGS' }).click();
  await see(lane(admin, 'Orçamento'));
  await admin.getByRole('button', { name: /^Categorias/ }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'Orçamento' }).click();
  await admin.keyboard.press('Escape');
  await gone(lane(admin, 'Novo contato'));
  await admin.getByRole('button', { name: /^Categorias/ }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'Orçamento' }).click();
  await admin.keyboard.press('Escape');
  await see(lane(admin, 'Novo contato').locator('[data-card]').first());
  await until(async () => Boolean((await names(admin, 'Novo contato'))[0]), { what: 'the name on the first card' });
  const [first] = await names(admin, 'Novo contato');
  await menuOf(admin, 'Novo contato', first);
  await partsOf(admin).menuItem('Orçamento').click();
  await isAt(admin, 'Orçamento', first);
  await see(parts.notice('Ticket atualizado'));
  await gone(card(admin, 'Novo contato', first));

  // a phone: one lane at a time, a long press brings the neighbours
  await admin.getByRole('tab', { name: 'FILAS' }).click();
  for (const theme of ['light', 'dark']) {
    const wide = await newSignedInPage(people.marina, { theme });
    await wide.goto('/kanban');
    await see(lane(wide, 'Pagamento'));
    await axe(wide, `board, ${theme}`);
    const narrow = await newSignedInPage(people.marina, { size: 'narrow', theme });
    await narrow.goto('/kanban?by=queues');
    await narrow.getByRole('tab', { name: /^Suporte/ }).click();
    const held = narrow.locator('[data-lane]:not([hidden]) [data-card]', { hasText: bento });
    await see(held);
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await held.dispatchEvent('pointerdown', { pointerType: 'touch', button: 0, bubbles: true });
    const bar = narrow.getByRole('group', { name: `Leve ${bento} para outra coluna` });
    await see(bar);
    await axe(narrow, `board, narrow, ${theme}`);
    if (theme === 'light') await bar.getByRole('button', { name: 'Cancelar' }).click();
    else await bar.getByRole('button').first().click();
    await gone(bar);
    if (theme === 'dark') {
      await gone(held);
      await gone(card(admin, 'Suporte', bento));
    } else await isAt(admin, 'Suporte', bento);
  }
});
