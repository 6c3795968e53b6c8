// spec: A009 A053 A054 A055 A057 A059
import { test } from '../support/test.mjs';

test('a phone is paired by a code and by letters, is lost and comes back, and supervisors may pair', async ({
  ask,
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
  axe,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.goto('/connections');
  const name = `Plantão ${simulator.newCustomer('x').from.slice(-6)}`;
  const card = (where) => where.getByRole('article').filter({ has: where.getByRole('heading', { name, exact: true }) });
  const dialog = page.getByRole('dialog', { name: /^Leia o QR Code/ });
  const code = dialog.getByRole('img', { name: /^Leia o QR Code/ });
  const drawn = () => code.locator('path').getAttribute('d');

  await parts.button('Nova conexão').click();
  await parts.dialog.getByText('Simulador').click();
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(code);
  const box = await code.boundingBox();
  assert.deepEqual([box.width, box.height], [256, 256]);
  assert.equal(await dialog.getByRole('listitem').count(), 4, 'four steps');
  await axe(page, 'pairing');
  const id = await simulator.connectionNamed(name);

  // the next code takes the place of the first
  const first = await drawn();
  await simulator.phone(id, 'expire');
  await until(async () => (await drawn()) !== first, { what: 'another code' });

  // letters for those without a camera
  await dialog.getByLabel('Número do celular').fill('+55 11 97777-0000');
  await dialog.getByRole('button', { name: 'Pedir código' }).click();
  const letters = dialog.getByRole('img', { name: /^Código/ });
  await see(letters);
  const said = (await letters.getAttribute('aria-label')).replace('Código ', '').replaceAll(' ', '');
  assert.match(said, /^[A-Z0-9]{8}$/);
  await axe(page, 'pairing by letters');
  await simulator.phone(id, 'pair', { code: said, name: 'Joana' });
  await see(dialog.getByText('Lido. Pareando…'));
  await see(dialog.getByText('Joana'));
  await gone(dialog);
  await see(card(page).getByText('Conectado', { exact: true }));
  await see(card(page).getByText('Conectada desde'));
  await see(card(page).getByText(/97777-0000/));

  // a message to oneself
  await card(page)
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await parts.menuItem('Mensagem para mim').click();
  await parts.dialog.getByLabel('Número do seu celular').fill('5511966660000');
  await parts.dialog.getByRole('button', { name: 'Enviar' }).click();
  await see(parts.dialog.getByText('O WhatsApp aceitou a mensagem.'));
  assert.equal((await simulator.ledgerOf(id, '5511966660000')).length, 1);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  // lost for a moment
  await simulator.phone(id, 'drop', { reason: 'sem internet' });
  await see(card(page).getByText('Sem resposta'));
  await see(card(page).getByText('sem internet'));
  await see(card(page).getByRole('button', { name: 'Desconectar' }));
  await see(card(page).getByText('Conectado', { exact: true }));

  // the phone signs out: the reason is said, and nobody scans the new code
  await simulator.phone(id, 'logout');
  await see(card(page).getByText(/^A sessão foi encerrada no celular/));
  await see(card(page).getByRole('button', { name: 'Tentar novamente' }));
  await card(page).getByRole('button', { name: 'Novo QR Code' }).click();
  for (let shown = 1; shown <= 3; shown += 1) {
    const before = shown === 1 ? null : await drawn();
    if (shown === 1) await see(code);
    await simulator.phone(id, 'expire');
    if (shown < 3) await until(async () => (await drawn()) !== before, { what: 'the next code' });
  }
  await see(dialog.getByText('O código venceu'));
  await gone(dialog);
  await see(card(page).getByText('Ninguém leu o QR Code.'));

  // supervisors see the code and pair, and change nothing
  const who = { email: `${id}.chefe@aurora.example`, password: 'Aurora123' };
  await ask(page, 'POST', '/users', { ...who, name: 'Chefe', profile: 'supervisor', queueIds: [] });
  const boss = await newSignedInPage(who);
  await boss.goto('/connections');
  await see(card(boss));
  assert.equal(await boss.getByRole('button', { name: 'Nova conexão' }).count(), 0);
  assert.equal(
    await card(boss)
      .getByRole('button', { name: /^(Editar|Excluir)/ })
      .count(),
    0,
  );
  assert.equal(await card(boss).getByRole('button', { name: 'Novo QR Code' }).count(), 0);
  await card(boss).getByRole('button', { name: 'Tentar novamente' }).click();
  await card(boss).getByRole('button', { name: 'QR Code' }).click();
  await see(boss.getByRole('img', { name: /^Leia o QR Code/ }));
  await simulator.phone(id, 'scan');
  await see(card(page).getByText('Conectado', { exact: true }));

  await page.setViewportSize({ width: 390, height: 844 });
  await see(card(page));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, 'the page is not wider than the screen');
  await axe(page, 'connections, narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  await card(page)
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(card(page));
});
