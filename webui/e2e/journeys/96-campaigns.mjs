// spec: A023 A045 A066 A067 A068 A083 A127 A141
import { test } from '../support/test.mjs';

test('an admin writes a campaign, starts, pauses, cancels and restarts it, and reads its report, as a supervisor does', async ({
  ask,
  newPage,
  newSignedInPage,
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
  const name = `Natal ${Date.now() % 100_000}`;
  const row = (page) => page.getByRole('row', { name: new RegExp(name) });
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  const title = (page, words) => page.getByRole('heading', { level: 1, name: words });

  // pace and words: a key that is there is not added again
  await admin.getByRole('link', { name: 'Campanhas' }).click();
  await see(title(admin, 'Campanhas'));
  await parts.button('Ajustes de envio').click();
  await see(title(admin, 'Ajustes de envio'));
  const pace = admin.getByRole('region', { name: 'Ritmo' });
  const interval = (label, value) => pace.getByLabel(label, { exact: true }).selectOption(value);
  const options = (label) =>
    pace
      .getByLabel(label, { exact: true })
      .locator('option')
      .evaluateAll((all) => all.map((one) => Number(one.value)));
  await see(pace.getByLabel('Intervalo maior', { exact: true }));
  assert.deepEqual(await options('Intervalo entre mensagens'), [0, 5, 10, 15, 20]);
  assert.deepEqual(await options('Intervalo maior após'), [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120]);
  assert.deepEqual(await options('Intervalo maior'), [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120]);
  await interval('Intervalo entre mensagens', '5');
  await interval('Intervalo maior após', '0');
  const addWord = async (key, value) => {
    await pace.getByLabel('Variável', { exact: true }).fill(key);
    await pace.getByLabel('Valor', { exact: true }).fill(value);
    await pace.getByRole('button', { name: 'Adicionar' }).click();
  };
  await addWord('cupom', 'NATAL10');
  await addWord('cupom', 'OUTRO');
  await see(pace.getByText('Esta variável já existe'));
  assert.equal(await pace.getByRole('button', { name: 'Tirar a variável cupom' }).count(), 1);
  await pace.getByRole('button', { name: 'Salvar' }).click();
  await see(admin.getByText('Ajustes salvos.'));

  // a number to leave alone
  const alone = admin.getByRole('region', { name: 'Não perturbe' });
  await alone.getByLabel('Número', { exact: true }).fill('5511999990000');
  await alone.getByRole('button', { name: 'Adicionar número' }).click();
  const off = alone.getByRole('button', { name: /^Tirar .*da lista$/ });
  await see(off);
  await axe(admin, 'settings of campaigns');
  await off.click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(off);

  // writing one, with what is missing said before the start
  await parts.button('Campanhas').click();
  await parts.button('Nova campanha').first().click();
  await field('Nome').fill('a');
  await save();
  await see(parts.dialog.getByText('Muito curto!'));
  await see(parts.dialog.getByText('Falta a lista de contatos'));
  await field('Nome').fill(name);
  await parts.dialog.getByRole('checkbox', { name: 'Matriz', exact: true }).check();
  await field('Lista de contatos').selectOption({ label: 'Clientes VIP' });
  const tabs = parts.dialog.getByRole('tablist', { name: 'Mensagens' }).getByRole('tab');
  assert.equal(await tabs.count(), 5);
  await field('Mensagem 1').fill('Oi {nome}, use ');
  await parts.dialog.getByRole('button', { name: '{cupom}' }).click();
  const phone = parts.dialog.getByRole('figure', { name: 'Prévia no telefone' });
  await see(phone.getByText('Oi Beatriz, use NATAL10'));
  await parts.dialog.getByRole('tab', { name: 'Mensagem 2' }).click();
  await field('Mensagem 2').fill('Olá, {nome}! Responda SAIR para não receber.');
  await see(parts.dialog.getByText(/contatos? válidos?/));
  await see(parts.dialog.getByText('Nem todo texto diz como sair'));
  await axe(admin, 'new campaign');
  await save();
  await gone(parts.dialog);
  await see(row(admin).getByText('Inativa'));
  const heads = await admin.getByRole('columnheader').allInnerTexts();
  const wanted = [
    'Nome',
    'Status',
    'Lista de contatos',
    'Conexão',
    'Agendada para',
    'Concluída em',
    'Confirmação',
    'Ações',
  ];
  assert.deepEqual(
    heads.map((head) => head.trim().toLowerCase()).filter((head) => head !== 'progresso'),
    wanted.map((head) => head.toLowerCase()),
  );
  const watcher = await admin.context().newPage();
  await watcher.goto('/campaigns');
  await see(row(watcher).getByText('Inativa'));

  // start asks; everybody sees it run; the report fills
  await row(admin)
    .getByRole('button', { name: `Iniciar ${name}` })
    .click();
  await see(parts.dialog.getByText(/vão receber a mensagem/));
  await parts.dialog.getByRole('button', { name: 'Iniciar campanha' }).click();
  await see(row(admin).getByText('Em andamento'));
  await see(row(watcher).getByText('Em andamento'));
  assert.equal(
    await row(admin)
      .getByRole('button', { name: `Editar ${name}` })
      .count(),
    0,
  );
  await row(admin)
    .getByRole('button', { name: `Relatório de ${name}` })
    .click();
  await see(title(admin, name));
  const tile = (words) => admin.getByRole('button', { name: new RegExp(`^${words}`) });
  const countIn = async (words) => Number(/\d+$/.exec(await tile(words).innerText())[0]);
  const written = async () => (await countIn('Enviadas')) + (await countIn('Entregues')) + (await countIn('Lidas'));
  await until(async () => (await written()) > 0, { what: 'the first is written to' });
  // what comes next: when, what the number may still send today, and when it may write
  const next = admin.getByRole('region', { name: 'Próximo envio' });
  await see(next.getByText(/^(agora|em \d+ s)$/));
  await see(next.getByText('Matriz hoje'));
  await see(next.getByText(/^[1-9]\d* de \d+$/));
  await see(next.getByText('O dia todo'));

  await parts.button('Pausar').click();
  await see(admin.getByText('A campanha está pausada'));
  await see(admin.getByText('nada foi perdido'));
  await axe(admin, 'paused campaign');
  await parts.button('Retomar').click();
  await gone(admin.getByText('A campanha está pausada'));

  // what is refused is said
  await admin.route('**/api/campaigns/*/cancel', (route) =>
    route.fulfill({ status: 400, json: { error: 'ERR_CAMPAIGN_STATE' } }),
  );
  admin.expectErrors(/status of 400 .*\/api\/campaigns/);
  await parts.button('Cancelar campanha').click();
  await parts.dialog.getByRole('button', { name: 'Cancelar campanha' }).click();
  await see(parts.notice('A campanha não permite isso na situação em que está.'));
  await admin.unroute('**/api/campaigns/*/cancel');
  await gone(parts.dialog);
  await parts.button('Cancelar campanha').click();
  await see(parts.dialog.getByText(/não v(ai|ão) receber a mensagem/));
  await parts.dialog.getByRole('button', { name: 'Cancelar campanha' }).click();
  await see(admin.getByText('Cancelada', { exact: true }));
  await see(row(watcher).getByText('Cancelada', { exact: true }));

  // tiles filter the table
  await tile('Na fila').click();
  await see(admin.getByRole('row').filter({ hasText: 'Na fila' }).first());
  await tile('Todos').click();
  const download = admin.waitForEvent('download');
  await parts.button('Exportar').click();
  assert.equal((await download).suggestedFilename(), `${name}.csv`);

  // it goes on, without a pause between people, to its end
  await watcher.goto('/campaigns-config');
  const hers = watcher.getByRole('region', { name: 'Ritmo' });
  await hers.getByLabel('Intervalo entre mensagens', { exact: true }).selectOption('0');
  await hers.getByRole('button', { name: 'Salvar' }).click();
  await see(watcher.getByText('Ajustes salvos.'));
  await admin.route('**/api/campaigns/*/restart', (route) =>
    route.fulfill({ status: 400, json: { error: 'ERR_CAMPAIGN_INCOMPLETE' } }),
  );
  await parts.button('Reiniciar campanha').click();
  await parts.dialog.getByRole('button', { name: 'Reiniciar campanha' }).click();
  await see(parts.notice('Falta algo para iniciar a campanha'));
  await admin.unroute('**/api/campaigns/*/restart');
  await gone(parts.dialog);
  await parts.button('Reiniciar campanha').click();
  await parts.dialog.getByRole('button', { name: 'Reiniciar campanha' }).click();
  await until(async () => (await admin.getByText('Finalizada', { exact: true }).count()) > 0, {
    what: 'the end',
    deadlineMs: 60_000,
  });
  await until(async () => (await countIn('Na fila')) === 0, { what: 'nobody waits' });
  const course = admin.getByRole('region', { name: 'Por hora' });
  assert.deepEqual(await course.getByRole('listitem').allInnerTexts(), ['Entregues', 'Lidas', 'Responderam', 'Falhas']);
  await gone(next);
  await axe(admin, 'report of a campaign');
  const address = new URL(admin.url()).pathname;

  // a supervisor reads all of it, and is offered nothing that changes it
  const who = { email: `${Date.now()}.chefe@aurora.example`, password: 'Aurora123' };
  await ask(admin, 'POST', '/users', { ...who, name: 'Chefe', profile: 'supervisor', queueIds: [] });
  const boss = await newSignedInPage(who);
  await boss.getByRole('link', { name: 'Campanhas' }).click();
  await see(boss.getByRole('list', { name: 'Números', exact: true }));
  await see(row(boss).getByText('Finalizada', { exact: true }));
  assert.equal(await boss.getByRole('button', { name: /^(Nova campanha|Ajustes de envio)$/ }).count(), 0);
  assert.equal(await row(boss).getByRole('button').count(), 1);
  await axe(boss, 'campaigns, supervisor');
  await row(boss)
    .getByRole('button', { name: `Relatório de ${name}` })
    .click();
  await see(title(boss, name));
  await see(boss.getByRole('button', { name: 'Exportar' }));
  await see(boss.getByRole('region', { name: 'Por hora' }));
  assert.equal(await boss.getByRole('button', { name: /campanha$/ }).count(), 0);
  await boss.goto('/campaigns-config');
  await until(async () => !boss.url().endsWith('/campaigns-config'), { what: 'led away' });

  let last = admin;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    for (const [path, words] of [
      ['/campaigns', 'Campanhas'],
      [address, name],
      ['/campaigns-config', 'Ajustes de envio'],
    ]) {
      await narrow.goto(path);
      await see(title(narrow, words));
      await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
      await axe(narrow, `${path}, narrow, ${theme}`);
    }
  }
  const wide = await newPage({ storageState: await last.context().storageState(), theme: 'dark' });
  await wide.goto(address);
  await see(title(wide, name));
  await axe(wide, 'report, dark');
  await wide.goto('/campaigns');
  await row(wide)
    .getByRole('button', { name: `Ver ${name}` })
    .click();
  await see(partsOf(wide).dialog.getByText('Esta campanha não pode mais ser editada.'));
  assert.equal(await partsOf(wide).dialog.getByRole('button', { name: 'Salvar' }).count(), 0);
  await axe(wide, 'campaign that is over, dark');

  const marina = await newSignedInPage(people.marina);
  assert.equal(await marina.getByRole('link', { name: 'Campanhas' }).count(), 0);
  await marina.goto('/campaigns');
  await until(async () => !marina.url().endsWith('/campaigns'), { what: 'led away' });
});
