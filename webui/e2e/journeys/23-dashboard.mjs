// spec: S009 S018 S024 S025 S026 S027 S059 S078 S131 S140 S142
import { test } from '../support/test.mjs';

test('an admin filters the dashboard, looks at its charts, sees who is online and takes who waits; attendants have none', async ({
  newPage,
  newSignedInPage,
  partsOf,
  overflowOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const cards = parts.main.getByRole('list', { name: 'Números do período' });
  const card = (name) => cards.getByRole('listitem').filter({ hasText: name });
  for (const name of [
    'Em Conversa',
    'Aguardando',
    'Finalizados',
    'Novos Contatos',
    'T.M. de Conversa',
    'T.M. de Espera',
  ])
    await see(card(name));
  assert.match(await card('T.M. de Conversa').innerText(), /\d\dh \d\dm/);

  // by period: nothing chosen is said, ninety days show the demonstration, and the address keeps them
  const period = parts.main.getByRole('group', { name: 'Período da página' });
  const periodButton = period.locator('[aria-haspopup]');
  await periodButton.click();
  await parts.dialog.getByLabel('Tipo de filtro').selectOption('period');
  await parts.dialog.getByLabel('Período', { exact: true }).selectOption('0');
  await parts.dialog.getByRole('button', { name: 'Filtrar' }).click();
  await see(parts.notice('Parametrize o filtro'));
  await parts.dialog.getByLabel('Período', { exact: true }).selectOption('90');
  await parts.dialog.getByRole('button', { name: 'Filtrar' }).click();
  await gone(parts.dialog);
  await page.waitForURL((url) => url.searchParams.get('dias') === '90');
  await until(async () => /[1-9]/.test(await card('Finalizados').innerText()), {
    what: 'finished conversations',
  });
  assert.ok(await period.getByRole('button', { name: 'Período seguinte' }).isDisabled(), 'there is no tomorrow');
  await period.getByRole('button', { name: 'Período anterior' }).click();
  await page.waitForURL((url) => url.searchParams.has('de') && url.searchParams.has('ate'));
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('dias') === '90');
  await see(periodButton.getByText('Últimos 90 dias'));

  // by dates, which the form has of the period that is shown
  await periodButton.click();
  await parts.dialog.getByLabel('Tipo de filtro').selectOption('date');
  for (const name of ['Data inicial', 'Data final'])
    assert.match(await parts.dialog.getByLabel(name, { exact: true }).inputValue(), /^\d\d\/\d\d\/\d{4}$/);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);
  const isFocused = (control) => control.evaluate((node) => node === document.activeElement);
  await until(() => isFocused(periodButton), { what: 'the focus back on the period' });

  // by the calendar, with the keyboard alone: today by its key, then three days of the month before
  await periodButton.press('Enter');
  const todayRadio = parts.dialog.getByRole('radio', { name: 'Hoje' });
  await todayRadio.press('h');
  assert.ok(await todayRadio.isChecked(), 'H is today');
  assert.equal(await parts.dialog.getByRole('grid').count(), 2, 'two months');
  const stop = parts.dialog.getByRole('grid').locator('button[tabindex="0"]');
  await stop.press('ArrowRight');
  assert.equal(await stop.getAttribute('aria-current'), 'date', 'there is no tomorrow');
  await axe(page, 'period of the dashboard');
  for (const key of ['PageUp', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.equal(await parts.dialog.getByRole('gridcell', { selected: true }).count(), 3);
  await parts.dialog.getByRole('switch', { name: 'Comparar com' }).press('Space');
  await parts.dialog.getByRole('button', { name: 'Filtrar' }).press('Enter');
  await gone(parts.dialog);
  await page.waitForURL(({ searchParams }) => {
    const days = (Date.parse(searchParams.get('ate')) - Date.parse(searchParams.get('de'))) / 86_400_000;
    return days === 2 && searchParams.get('comparar') === 'nao';
  });
  await gone(parts.main.getByText(/^Comparado com/));
  await page.goBack();
  await see(periodButton.getByText('Últimos 90 dias'));

  // some queues alone: every panel is of them, and the address keeps them
  const queues = parts.main.getByRole('button', { name: /^Filas/ });
  const byQueue = parts.main.getByRole('region', { name: 'Conversas por fila' });
  await see(byQueue.getByRole('link', { name: 'Suporte' }));
  await queues.click();
  await page.getByRole('menuitemcheckbox', { name: 'Vendas' }).click();
  await page.keyboard.press('Escape');
  await gone(page.getByRole('menu'));
  await page.waitForURL((url) => /^\d+$/.test(url.searchParams.get('filas') ?? ''));
  await see(queues.getByText('Vendas'));
  await gone(byQueue.getByRole('link', { name: 'Suporte' }));
  await see(byQueue.getByRole('link', { name: 'Vendas' }));
  assert.match((await card('Aguardando').getByRole('link').getAttribute('href')) ?? '', /&queues=\d+$/);
  await queues.click();
  await page.getByRole('menuitemradio', { name: 'Todas as filas' }).click();
  await page.waitForURL((url) => !url.searchParams.has('filas'));
  await see(byQueue.getByRole('link', { name: 'Suporte' }));

  // the days as a file
  const daysFile = page.waitForEvent('download');
  await parts.main.getByRole('button', { name: 'Exportar' }).first().click();
  assert.equal((await daysFile).suggestedFilename(), 'dashboard.csv');

  const attendants = parts.main.getByRole('region', { name: 'Atendentes' });
  const marina = attendants.getByRole('row', { name: /Marina/ });
  await see(marina.getByRole('img', { name: 'Muito satisfeito' }));
  assert.match(await marina.innerText(), /\d\dh \d\dm/);
  // whoever was there a moment ago counts for fifteen seconds more
  await marina.getByText('Offline').waitFor({ timeout: 30_000 });

  // whoever comes is seen at once
  const desk = await newSignedInPage(people.marina);
  await see(marina.getByText('Online'));
  assert.equal(await desk.getByRole('link', { name: 'Dashboard' }).count(), 0);
  await desk.goto('/');
  await desk.waitForURL('**/tickets');

  // how long customers waited, by what their conversations had, with a way to these
  const times = parts.main.getByRole('region', { name: 'Tempos de resposta e resolução' });
  const sales = times.getByRole('row', { name: /^Vendas/ });
  await see(sales);
  assert.match(await sales.innerText(), /\d+ (s|min|h|d)/);
  const saved = page.waitForEvent('download');
  await times.getByRole('button', { name: 'Exportar' }).click();
  assert.equal((await saved).suggestedFilename(), 'tempos.csv');
  await times.getByRole('tab', { name: 'Conexão' }).click();
  await see(times.getByRole('row', { name: /^Matriz/ }));
  await times.getByRole('tab', { name: 'Atendente' }).click();
  await times.getByRole('link', { name: /Marina/ }).click();
  await page.waitForURL((url) => url.pathname === '/tickets' && url.searchParams.get('tab') === 'search');
  await see(page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').first());
  await page.goBack();
  await see(card('Finalizados'));

  // each chart has its own dates
  const by = parts.main.getByRole('region', { name: 'Conversas por fila' });
  await see(by.getByRole('link', { name: 'Vendas' }));
  await by.getByRole('tab', { name: 'Atendente' }).click();
  const users = parts.main.getByRole('region', { name: 'Conversas por atendente' });
  const days = parts.main.getByRole('region', { name: 'Conversas por dia' });
  const filterBy = async (chart, first, last) => {
    await chart.getByRole('button', { name: /^Datas de/ }).click();
    await parts.dialog.getByLabel('Data inicial', { exact: true }).fill(first);
    await parts.dialog.getByLabel('Data final', { exact: true }).fill(last);
    await parts.dialog.getByRole('button', { name: 'Filtrar' }).click();
  };
  const choose = async (chart, first, last) => {
    await filterBy(chart, first, last);
    await gone(parts.dialog);
  };
  const day = (back) => {
    const date = new Date(Date.now() - back * 86_400_000);
    return date.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  };
  await choose(days, day(30), day(0));
  const columns = days.getByRole('group', { name: 'Conversas por dia' });
  await see(columns);
  await until(async () => (await days.getByRole('row').count()) === 32, { what: '31 days' });
  await choose(days, day(0), day(0));
  await until(async () => (await days.getByRole('row').count()) === 25, { what: '24 hours' });
  await choose(users, day(60), day(0));
  await see(users.getByRole('listitem').filter({ hasText: 'Rafael' }));
  assert.ok((await users.getByRole('row', { name: /Rafael/ }).count()) === 1);
  await filterBy(users, '', '');
  await see(parts.notice('Parametrize o filtro'));
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  // what cannot be had is said, and asked for again; the rest of the page stays
  await page.route('**/api/dashboard/tickets*', (route) => route.abort());
  page.expectErrors(/ERR_FAILED/);
  await choose(users, day(50), day(0));
  await see(users.getByRole('alert').getByText('Erro ao obter informações da conversa'));
  await choose(days, day(50), day(0));
  await see(days.getByRole('alert').getByText('Erro ao buscar informações dos tickets'));
  await see(card('Finalizados'));
  await page.unroute('**/api/dashboard/tickets*');
  for (const chart of [users, days]) {
    await chart.getByRole('button', { name: 'Tentar de novo' }).click();
    await gone(chart.getByRole('alert'));
    await see(chart.getByRole('figure'));
    // it shows the bars of the dates before until its own figures come and take their place
    await until(async () => (await chart.locator('[aria-busy="true"]').count()) === 0, { what: 'its own figures' });
  }
  await until(async () => (await days.getByRole('row').count()) === 52, { what: '51 days' });

  // bars and cells: one stop each, arrows go on, and a bar leads to its day
  const heat = parts.main.getByRole('group', { name: 'Quando os clientes escrevem' });
  for (const chart of [columns, heat]) {
    assert.equal(await chart.locator('[data-stop][tabindex="0"]').count(), 1);
    await chart.locator('[data-stop]').first().focus();
    await page.keyboard.press('ArrowRight');
    const second = chart.locator('[data-stop]').nth(1);
    await until(() => second.evaluate((cell) => cell === document.activeElement), { what: 'an arrow goes on' });
  }
  await columns.locator('[data-stop]').last().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/tickets' && url.searchParams.get('created') === day(0));
  await page.goBack();
  await see(card('Finalizados'));

  await axe(page, 'dashboard, light');
  assert.equal(await overflowOf(page), 0, 'the dashboard scrolls sideways');
  const excess = () => document.documentElement.scrollHeight - document.documentElement.clientHeight;
  assert.equal(await page.evaluate(excess), 0, 'the menu scrolls away with the dashboard');

  const keeps = await page.context().storageState();
  const dark = await newPage({ storageState: keeps, theme: 'dark' });
  await dark.goto('/');
  await see(dark.getByText('Novos Contatos'));
  await see(dark.getByRole('group', { name: 'Conversas por dia' }));
  await axe(dark, 'dashboard, dark');
  const narrow = await newPage({ storageState: await dark.context().storageState(), size: 'narrow' });
  await narrow.goto('/');
  await see(narrow.getByText('Novos Contatos'));
  await axe(narrow, 'dashboard, narrow');
  assert.equal(await overflowOf(narrow), 0, 'the narrow dashboard scrolls sideways');

  // who waits longest is taken from here
  const now = page.getByRole('region', { name: 'Agora' });
  const longest = now
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Aceitar/ }) })
    .first();
  await longest.hover();
  await longest.getByRole('button', { name: /^Aceitar/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/tickets/'));
  await see(parts.composer);
});
