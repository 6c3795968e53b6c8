import { dayIn, writtenOf } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('an admin makes a key, a program adds a customer and writes to him with it, is held to other scopes, and is locked out once it is taken back', async ({
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
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  const name = `ERP ${Date.now() % 100_000}`;
  await admin.getByRole('link', { name: 'API de mensagens' }).click();
  await admin.getByRole('tab', { name: 'Chaves de API' }).click();
  await parts.button('Nova chave').first().click();
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  const save = () => parts.dialog.getByRole('button', { name: 'Criar chave' }).click();
  await save();
  await see(parts.dialog.getByText('Obrigatório'));
  await see(parts.dialog.getByText('Escolha ao menos um'));
  await field('Nome').fill(name);
  for (const scope of ['Criar e mudar contatos', 'Abrir, mover e encerrar atendimentos', 'Enviar mensagens']) {
    await field(scope).check();
  }
  await field('Validade').selectOption({ label: '90 dias' });
  await axe(admin, 'new key');

  // what is half written is not lost by Escape
  await admin.keyboard.press('Escape');
  await see(admin.getByText('Descartar as mudanças?'));
  await admin.keyboard.press('Escape');
  await save();

  // the key is shown once
  await see(parts.dialog.getByText('Guarde-a agora'));
  const key = await parts.dialog.locator('code').textContent();
  assert.match(key, /^gchk_[\w-]{43}$/);
  await axe(admin, 'a key');
  await parts.dialog.getByRole('button', { name: 'Guardei' }).click();
  await gone(parts.dialog);
  const row = admin.getByRole('row', { name: new RegExp(name) });
  await see(row.getByText(key.slice(0, 12)));
  await see(row.getByText('Nunca usada'));
  await see(row.getByText(/^Válida até/));
  assert.ok(!(await admin.content()).includes(key), 'shown once');

  // a program uses it
  const { origin } = new URL(admin.url());
  const call = async (method, path, body) => {
    const answer = await globalThis.fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const number = `55119${String(Date.now()).slice(-8)}`;
  const contact = await call('POST', '/contacts', { name: 'Bernardo Falcão', number });
  assert.equal(contact.status, 201, JSON.stringify(contact.body));
  const ticket = await call('POST', '/tickets', { contact_id: contact.body.id });
  assert.equal(ticket.status, 201, JSON.stringify(ticket.body));
  const sent = await call('POST', `/tickets/${ticket.body.id}/messages`, { body: 'Seu pedido 48213 saiu.' });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const connection = await simulator.connectionNamed(ticket.body.connection.name);
  await until(async () => (await simulator.ledgerOf(connection, number, 'Seu pedido 48213 saiu.')).length === 1, {
    what: 'it is on the phone',
  });
  const refused = await call('GET', '/contacts');
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ERR_API_SCOPE']);

  await admin.reload();
  await admin.getByRole('tab', { name: 'Chaves de API' }).click();
  await gone(row.getByText('Nunca usada'));
  await see(admin.getByRole('link', { name: 'Descrição da API (OpenAPI)' }));
  await axe(admin, 'keys');
  let last = admin;
  for (const theme of ['light', 'dark']) {
    for (const size of ['narrow', 'wide']) {
      const page = await newPage({ storageState: await last.context().storageState(), size, theme });
      last = page;
      await page.goto('/messages-api');
      await page.getByRole('tab', { name: 'Chaves de API' }).click();
      await see(page.getByRole('row', { name: new RegExp(name) }));
      await until(async () => (await overflowOf(page)) === 0, { what: 'nothing beside the page' });
      await axe(page, `keys, ${size}, ${theme}`);
      await page.screenshot({ path: test.info().outputPath(`api-keys-${size}-${theme}.png`), fullPage: true });
    }
  }

  // what it asked for and how that ended
  await row.getByRole('button', { name: `Últimas chamadas de ${name}` }).click();
  const calls = parts.dialog.getByRole('list', { name: 'Últimas chamadas' }).getByRole('listitem');
  await see(calls.filter({ hasText: 'POST /api/v1/tickets' }).first());
  assert.equal(await calls.count(), 4);
  await axe(admin, 'calls of a key');
  await parts.dialog.getByRole('button', { name: 'Só erros' }).click();
  await until(async () => (await calls.count()) === 1, { what: 'only what was refused' });
  await see(calls.getByText(/^GET \/api\/v1\/contacts$/));
  await admin.keyboard.press('Escape');
  await gone(parts.dialog);

  // other scopes under the same secret
  await row.getByRole('button', { name: `Editar ${name}` }).click();
  await parts.dialog.getByLabel('Ler contatos', { exact: true }).check();
  const end = await field('Validade').locator('option:checked').textContent();
  assert.match(end, /^Como está: até/);
  await axe(admin, 'a key is changed');
  // with a day of one's own, which is neither left out nor too far away
  await field('Validade').selectOption({ label: 'Data à escolha' });
  const lastDay = field('Último dia');
  await lastDay.fill('');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(parts.dialog.getByText('Obrigatório'));
  await lastDay.fill(dayIn(6 * 366));
  await see(parts.dialog.getByText(/^Não pode ser depois de/));
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(parts.dialog);
  await lastDay.fill(dayIn(45));
  await axe(admin, 'a key with a day of its own');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(row.getByText('contacts:read'));
  await see(row.getByText(`Válida até ${writtenOf(dayIn(45))} 23:59`));
  assert.equal((await call('GET', '/contacts')).status, 200);

  await row.getByRole('button', { name: `Revogar ${name}` }).click();
  await see(parts.dialog.getByText('Isto não se desfaz.'));
  await axe(admin, 'a key is taken back');
  await parts.dialog.getByRole('button', { name: 'Revogar', exact: true }).click();
  await gone(parts.dialog);
  await see(row.getByText(/^Revogada em/));
  const after = await call('POST', '/contacts', { name: 'Carla', number: '5511900000000' });
  assert.deepEqual([after.status, after.body.error.code], [401, 'ERR_API_TOKEN']);
});
