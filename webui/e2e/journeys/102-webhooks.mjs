import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from '../support/test.mjs';

/** A system of the company's on an address that the desk calls its own: keeps what it is told, and takes it or not. */
async function startSystem() {
  const system = { told: [], status: 200 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      system.told.push({ headers: request.headers, text, body: JSON.parse(text) });
      response.statusCode = system.status;
      response.end(system.status === 200 ? 'recebido' : 'agora não');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.2', resolve));
  system.url = `http://127.0.0.2:${server.address().port}/guiche`;
  system.close = () => server.close();
  return system;
}

/** What Standard Webhooks has a receiver compute. */
function signatureOf(secret, { headers, text }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

test('an admin lets a system know what happens, checks its signature, sees a failure and sends it again', async ({
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
  assert,
}) => {
  const system = await startSystem();
  try {
    const admin = await newSignedInPage(people.admin);
    const parts = partsOf(admin);
    const name = `ERP ${Date.now() % 100_000}`;
    await admin.getByRole('link', { name: 'Webhooks' }).click();
    await see(admin.getByRole('heading', { level: 1, name: 'Webhooks' }));
    await axe(admin, 'no webhooks');
    const field = (label) => parts.dialog.getByLabel(label, { exact: true });
    const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
    const row = (text) => admin.getByRole('row', { name: text });

    await parts.button('Novo webhook').first().click();
    await field('Nome').fill('x');
    await save();
    await see(parts.dialog.getByText('nome muito curto'));
    await see(parts.dialog.getByText('Obrigatório'));
    await field('Nome').fill(name);
    await field('Endereço').fill('https://127.0.0.1/x');
    await field('Mensagem recebida').uncheck();
    await save();
    await see(parts.dialog.getByText('Escolha ao menos um'));
    await field('Mensagem recebida').check();
    await field('Atendimento encerrado').check();
    await axe(admin, 'new webhook');
    // an address of the own network is refused
    admin.expectErrors(/status of 400 .*\/api\/webhooks/);
    await save();
    await see(parts.dialog.getByRole('alert'));
    await field('Endereço').fill(system.url);
    await save();

    // the secret is shown once
    await see(parts.dialog.getByText('Segredo da assinatura'));
    const secret = await parts.dialog.locator('code').textContent();
    assert.match(secret, /^whsec_/);
    await axe(admin, 'the secret of a webhook');
    await parts.dialog.getByRole('button', { name: 'Guardei' }).click();
    await gone(parts.dialog);
    const card = admin.getByRole('listitem').filter({ hasText: name });
    await see(card.getByText('Ativo'));

    const act = async (action) => {
      await card.getByRole('button', { name: `Ações de ${name}` }).click();
      await admin.getByRole('menuitem', { name: action }).click();
    };
    await act('Enviar um teste');
    await see(row(/webhook\.test/).getByText('200'));
    const details = admin.getByRole('region', { name: 'Detalhes da entrega' });
    await see(details.getByText('recebido'));
    assert.equal(system.told[0].body.type, 'webhook.test');
    assert.equal(system.told[0].headers['webhook-signature'], signatureOf(secret, system.told[0]));

    // a customer writes, and the system is down
    system.status = 503;
    const connection = await simulator.connectionOf('Lojas Aurora');
    const customer = simulator.newCustomer('Ivone');
    await simulator.say(connection, { ...customer, body: 'Cadê meu pedido?' });
    await see(
      row(new RegExp(`message\\.received .*${customer.pushName}`))
        .getByText('503')
        .first(),
    );
    await see(card.getByText('Não aceita agora'));
    const told = system.told.find(({ body }) => body.type === 'message.received');
    assert.equal(told.body.data.message.body, 'Cadê meu pedido?');
    assert.equal(told.headers['webhook-signature'], signatureOf(secret, told));
    await row(new RegExp(`message\\.received .*${customer.pushName}`))
      .getByRole('button')
      .first()
      .click();
    await see(details.getByText('só 2xx conta como entregue'));
    await see(details.getByText('Cadê meu pedido?'));
    await axe(admin, 'a delivery that was not taken');

    // it is mended, and the delivery sent again under its name
    system.status = 200;
    const before = system.told.length;
    await details.getByRole('button', { name: 'Reenviar' }).click();
    await until(async () => system.told.length > before, { what: 'it is told again' });
    assert.equal(system.told.at(-1).headers['webhook-id'], told.headers['webhook-id']);
    await see(
      row(new RegExp(`message\\.received .*${customer.pushName}`))
        .getByText('200')
        .first(),
    );
    await see(card.getByText('Ativo'));

    // another secret: for a day both sign
    await act('Gerar outro segredo');
    await parts.dialog.getByRole('button', { name: 'Gerar outro segredo' }).click();
    await see(parts.dialog.getByText('Por 24 horas tudo é assinado também com o anterior.'));
    const other = await parts.dialog.locator('code').textContent();
    await parts.dialog.getByRole('button', { name: 'Guardei' }).click();
    await gone(parts.dialog);
    const count = system.told.length;
    await act('Enviar um teste');
    await until(async () => system.told.length > count, { what: 'the test is told' });
    const last = system.told.at(-1);
    const both = `${signatureOf(other, last)} ${signatureOf(secret, last)}`;
    assert.equal(last.headers['webhook-signature'], both);

    // one that says that it is gone is switched off, and says so
    system.status = 410;
    await act('Enviar um teste');
    await see(card.getByText('Desligado: respondeu 410'));
    await see(admin.getByText('e o webhook foi desligado. Edite-o e ligue-o de novo.'));
    await axe(admin, 'a webhook that is off');
    await admin.getByLabel('Mostrar', { exact: true }).selectOption({ label: 'Com falha' });
    system.status = 200;
    await parts.button('Reenviar falhas').click();
    await parts.dialog.getByRole('button', { name: 'Reenviar falhas' }).click();
    await see(parts.notice('1 entrega volta à fila'));
    await see(admin.getByText('Nada aqui'));

    // what is half written is not lost by Escape
    await act('Editar webhook');
    await field('Nome').fill(`${name} novo`);
    await admin.keyboard.press('Escape');
    await see(admin.getByText('Descartar as mudanças?'));
    await admin.getByRole('button', { name: 'Descartar', exact: true }).click();
    await gone(parts.dialog);

    await admin.reload();
    await see(card);
    let seen = admin;
    const narrows = [];
    for (const theme of ['light', 'dark']) {
      const narrow = await newPage({ storageState: await seen.context().storageState(), size: 'narrow', theme });
      seen = narrow;
      narrows.push(narrow);
      await narrow.goto('/webhooks');
      await see(narrow.getByRole('row', { name: /message\.received/ }).first());
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
      await axe(narrow, `webhooks, narrow, ${theme}`);
      await narrow
        .getByRole('row', { name: /message\.received/ })
        .getByRole('button')
        .first()
        .click();
      await see(narrow.getByRole('region', { name: 'Detalhes da entrega' }).getByText('recebido'));
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the details' });
      await axe(narrow, `a delivery, narrow, ${theme}`);
    }

    // its log is asked for every few seconds: also in the moment in which it is deleted, and by pages that do not know yet
    for (const page of [admin, ...narrows]) page.expectErrors(/status of 404 .*\/api\/webhooks\/.*deliveries/);
    await act('Excluir');
    await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
    await gone(card);

    // an attendant has neither the item nor the page
    const marina = await newSignedInPage(people.marina);
    assert.equal(await marina.getByRole('link', { name: 'Webhooks' }).count(), 0);
    await marina.goto('/webhooks');
    await until(async () => !marina.url().endsWith('/webhooks'), { what: 'led away' });
  } finally {
    system.close();
  }
});
