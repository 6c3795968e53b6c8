// spec: A029 A051 A086 A118 A121 A144
import { createServer } from 'node:http';
import { test } from '../support/test.mjs';

/** A flow on an address that the desk calls its own: says what it was told, and keeps it, or fails. */
async function startFlow() {
  const flow = { asked: [], status: 200 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const told = JSON.parse(text);
      flow.asked.push(told);
      response.statusCode = flow.status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ reply: `Fluxo ouviu: ${told.message.body}` }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.2', resolve));
  flow.url = `http://127.0.0.2:${server.address().port}/webhook/pedidos`;
  flow.close = () => server.close();
  return flow;
}

test('an admin connects a flow, tries it out, it answers customers until a person takes over, and its log says how that went', async ({
  ask,
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  accept,
  assert,
}) => {
  const flow = await startFlow();
  try {
    const admin = await newSignedInPage(people.admin);
    const parts = partsOf(admin);
    const name = `Pedidos ${Date.now() % 100_000}`;
    const card = (page) => page.getByRole('group', { name });
    await admin.getByRole('link', { name: 'Integrações' }).click();
    await see(admin.getByRole('heading', { level: 1, name: 'Integrações' }));
    const watcher = await admin.context().newPage();
    await watcher.goto('/queue-integration');
    await see(watcher.getByRole('heading', { level: 1, name: 'Integrações' }));
    const field = (label) => parts.dialog.getByLabel(label, { exact: true });
    const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

    await parts.button('Nova integração').first().click();
    await field('Nome').fill('x');
    await save();
    await see(parts.dialog.getByText('nome muito curto'));
    await field('Nome').fill(name);
    await save();
    await see(parts.dialog.getByText('Obrigatório'));
    // each kind asks for its own, Typebot with the usual numbers
    await field('Tipo').selectOption({ label: 'Typebot' });
    assert.equal(await field('Pausa antes de cada mensagem (ms)').inputValue(), '1000');
    assert.equal(await field('Recomeçar após (minutos)').inputValue(), '1');
    await axe(admin, 'new integration of typebot');
    await field('Tipo').selectOption({ label: 'Dialogflow' });
    await see(field('Chave da conta de serviço (JSON)'));
    await field('Tipo').selectOption({ label: 'n8n' });
    await field('Nome').fill(name);
    await field('Endereço').fill(flow.url);
    await field('Testar com o texto').fill('um teste');
    await parts.dialog.getByRole('button', { name: 'Testar' }).click();
    await see(parts.dialog.getByText('Fluxo ouviu: um teste'));
    assert.equal(flow.asked.length, 1);
    await axe(admin, 'integration tried out');
    await save();
    await gone(parts.dialog);
    await see(card(admin).getByText(flow.url));
    await see(card(watcher).getByText('n8n'));
    await see(card(watcher).getByText('Sem uso'));

    // an address of the own network is refused, and what is half written is not lost by Escape
    await card(admin)
      .getByRole('button', { name: `Editar ${name}` })
      .click();
    await field('Endereço').fill('https://127.0.0.1/x');
    admin.expectErrors(/status of 400 .*\/api\/queueIntegration/);
    await save();
    await see(parts.dialog.getByRole('alert'));
    await admin.keyboard.press('Escape');
    await see(admin.getByText('Descartar as mudanças?'));
    await admin.getByRole('button', { name: 'Descartar', exact: true }).click();
    await gone(parts.dialog);

    // the number hands its customers to the flow
    const connection = await simulator.connectionOf('Lojas Aurora');
    const set = (path, body) => ask(admin, 'PUT', path, body);
    await admin.getByRole('link', { name: 'Conexões' }).click();
    await admin.getByRole('button', { name: /^Editar Matriz/ }).click();
    await parts.dialog.getByRole('tab', { name: 'Chatbot' }).click();
    await parts.dialog.getByLabel('Integração', { exact: true }).selectOption({ label: name });
    await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(parts.dialog);
    await set('/settings/scheduleType', { value: 'disabled' });

    const customer = simulator.newCustomer('Iolanda');
    await simulator.say(connection, { ...customer, body: 'Cadê meu pedido?' });
    await until(async () => (await simulator.ledgerOf(connection, customer.from)).length === 1, {
      what: 'the flow answers the customer',
    });
    assert.equal(flow.asked[1].message.conversation, 'Cadê meu pedido?');
    const marina = await newSignedInPage(people.marina);
    await accept(marina, customer.pushName);
    const hers = partsOf(marina);
    await see(hers.message('Fluxo ouviu: Cadê meu pedido?'));
    await simulator.say(connection, { ...customer, body: 'Alguém aí?' });
    await see(hers.message('Alguém aí?'));
    assert.equal(flow.asked.length, 2, 'a person has it: the flow is silent');

    // the log of the one that is chosen has the call, then those that fail while another customer writes
    const called = (who) => watcher.getByRole('row', { name: new RegExp(`Mensagem enviada .*${who.pushName}`) });
    await card(watcher).getByText(name, { exact: true }).click();
    await see(card(watcher).getByText('Ativa'));
    await see(card(watcher).getByText('Conexão Matriz'));
    await see(called(customer).getByText('200'));
    flow.status = 500;
    const other = simulator.newCustomer('Ivete');
    await simulator.say(connection, { ...other, body: 'E o meu?' });
    await see(called(other).getByText('500').first());
    await see(card(watcher).getByText(/falhas hoje/));
    await watcher.getByLabel('Mostrar', { exact: true }).selectOption({ label: 'Com falha' });
    await gone(called(customer));
    await called(other).first().getByRole('button').click();
    const details = watcher.getByRole('region', { name: 'Detalhes da chamada' });
    await see(details.getByText('A integração respondeu 500; só 2xx conta como aceita.'));
    assert.equal(await watcher.getByText('E o meu?').count(), 0, 'what was said is not in the log');
    await axe(watcher, 'a call that failed');
    // it is mended: a trial says so, and no customer hears of it
    flow.status = 200;
    await details.getByRole('button', { name: 'Testar sessão' }).click();
    const trial = partsOf(watcher).dialog;
    await trial.getByLabel('Testar com o texto', { exact: true }).fill('de novo');
    await trial.getByRole('button', { name: 'Testar', exact: true }).click();
    await see(trial.getByText('Fluxo ouviu: de novo'));
    await watcher.keyboard.press('Escape');
    await gone(trial);
    await details.getByRole('button', { name: 'Fechar os detalhes' }).click();
    await gone(details);
    await set('/settings/scheduleType', { value: 'company' });

    // one in use stays
    await admin.goto('/queue-integration');
    admin.expectErrors(/status of 409 .*\/api\/queueIntegration/);
    await card(admin)
      .getByRole('button', { name: `Excluir ${name}` })
      .click();
    await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
    await see(parts.notice('Uma conexão ou fila usa esta integração.'));
    await gone(parts.dialog);
    await set(`/whatsapp/${connection}`, { integrationId: null });

    await axe(admin, 'integrations');
    // the sign-in is one that no other page renews
    await admin.reload();
    await see(card(admin));
    let last = admin;
    for (const theme of ['light', 'dark']) {
      const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
      last = narrow;
      await narrow.goto('/queue-integration');
      await see(card(narrow));
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
      await axe(narrow, `integrations, narrow, ${theme}`);
      await narrow
        .getByRole('row', { name: /Mensagem enviada/ })
        .first()
        .getByRole('button')
        .click();
      await see(partsOf(narrow).dialog.getByText('X-Guiche-Delivery', { exact: true }));
      await axe(narrow, `a call, narrow, ${theme}`);
      await narrow.keyboard.press('Escape');
      await gone(partsOf(narrow).dialog);
      await narrow.getByRole('button', { name: `Editar ${name}` }).click();
      await see(partsOf(narrow).dialog.getByLabel('Nome', { exact: true }));
      await axe(narrow, `integration, narrow, ${theme}`);
    }

    // an attendant has neither the item nor the page
    assert.equal(await marina.getByRole('link', { name: 'Integrações' }).count(), 0);
    await marina.goto('/queue-integration');
    await until(async () => !marina.url().endsWith('/queue-integration'), { what: 'led away' });
  } finally {
    flow.close();
  }
});
