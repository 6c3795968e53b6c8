// spec: A012 A013 A064 A080 A131
import { dayIn } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('an admin sets the hours and holidays of the company, and customers are told that it is closed', async ({
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
  const connection = await simulator.connectionOf('Lojas Aurora');
  const NOTICE = 'Voltamos assim que abrirmos.';
  const hears = (customer, body) =>
    until(async () => (await simulator.ledgerOf(connection, customer.from)).some((said) => said.body.includes(body)), {
      what: `${customer.pushName} hears ${body}`,
    });
  const saidTo = async (customer) => (await simulator.ledgerOf(connection, customer.from)).map(({ body }) => body);
  const setNotice = async (text) => {
    await page.goto('/connections');
    await page.getByRole('button', { name: 'Editar Matriz' }).click();
    await parts.dialog.getByRole('tab', { name: 'Mensagens' }).click();
    await parts.dialog.getByLabel('Mensagem fora do expediente').fill(text);
    await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(parts.dialog);
  };
  await setNotice(NOTICE);

  // the menu leads to the settings; hours have a tab only where the company's count
  await page.getByRole('link', { name: 'Configurações' }).click();
  const schedule = page.getByRole('combobox', { name: 'Horário de atendimento' });
  const hoursTab = page.getByRole('tab', { name: 'Horários', exact: true });
  // what is chosen shows at once, and holds when the server has it
  const isStored = (answer) => answer.url().endsWith('/api/settings/scheduleType') && answer.ok();
  const choose = (label) => Promise.all([page.waitForResponse(isStored), schedule.selectOption({ label })]);
  await choose('De cada fila');
  await gone(hoursTab);
  await see(page.getByRole('tab', { name: 'Feriados' }));
  await choose('Da empresa');
  await see(page.getByText('Operação atualizada com sucesso.').first());
  await hoursTab.click();
  await see(page.getByText('Fechado agora'));
  const day = (name) => page.getByRole('group', { name, exact: true });
  await until(async () => (await page.getByText('Fechado', { exact: true }).count()) === 7, {
    what: 'seven closed days',
  });

  // closed: told once, and the message waits
  const early = simulator.newCustomer('Dalva');
  await simulator.say(connection, { ...early, body: 'Estão abertos?' });
  await hears(early, NOTICE);
  await simulator.say(connection, { ...early, body: 'Alô?' });

  // times in short, what is wrong beside its field, a night, and what leaving would lose
  const monday = day('Segunda-feira');
  await monday.getByRole('switch').click();
  const from = monday.getByLabel('abre às');
  const to = monday.getByLabel('fecha às');
  await from.click();
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  assert.equal(await from.inputValue(), '00:00');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await see(monday.getByRole('alert').getByText(/O fim é igual ao início/));
  await page.getByRole('button', { name: 'Salvar' }).click();
  assert.equal(await page.getByText('Horários atualizados com sucesso.').count(), 0);
  await from.fill('20h');
  await to.fill('2');
  await to.press('Tab');
  await see(monday.getByText('dia seguinte'));
  await see(page.getByText('Clique em salvar para registar as alterações'));
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(page, `hours, ${theme}`);
  }
  await page.getByRole('link', { name: 'Filas' }).click();
  await parts.button('Continuar editando').click();
  await gone(parts.dialog);
  await page.getByRole('tab', { name: 'Opções' }).click();
  await hoursTab.click();
  assert.equal(await from.inputValue(), '20:00', 'another tab takes nothing away');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  // the menu that was open beside the page lies over it where it is narrow
  const drawer = page.getByRole('dialog', { name: 'Menu principal' });
  await gone(drawer);

  // a break at noon: another range by its button, which is where one goes on typing; taken away again with the keyboard
  await from.fill('8');
  await to.fill('12');
  await to.press('Tab');
  await monday.getByRole('button', { name: 'Adicionar horário em Segunda-feira' }).click();
  const again = monday.getByLabel('abre às, 2º horário');
  const closes = monday.getByLabel('fecha às, 2º horário');
  assert.equal(await again.inputValue(), '13:00');
  assert.equal(await again.evaluate((it) => it === document.activeElement), true);
  await page.keyboard.type('11');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await see(monday.getByRole('alert').getByText(/vêm um depois do outro/));
  await again.fill('1330');
  await closes.fill('18');
  await closes.press('Tab');
  await gone(monday.getByRole('alert'));
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await gone(drawer);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await see(page.getByText('Horários atualizados com sucesso.').first());
  await page.reload();
  await see(again);
  assert.equal(await again.inputValue(), '13:30');
  assert.equal(await closes.inputValue(), '18:00');
  await monday.getByRole('button', { name: 'Remover o 2º horário de Segunda-feira' }).press('Enter');
  await gone(again);
  await monday.getByRole('switch').click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await see(page.getByText('Horários atualizados com sucesso.').first());
  await page.reload();
  await monday.getByRole('switch').click();

  // open all day on every day, saved as a whole
  await from.fill('0');
  await to.fill('2359');
  await to.press('Tab');
  await monday.getByRole('button', { name: 'Copiar o horário de Segunda-feira' }).click();
  const copies = page.getByRole('dialog', { name: 'Copiar o horário de Segunda-feira' });
  const all = copies.getByRole('checkbox', { name: 'Todos os dias' });
  // it begins with the days that were like this one, and those are all: closed
  assert.equal(await all.isChecked(), true);
  await copies.getByRole('button', { name: 'Copiar para 6 dias' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await see(page.getByText('Horários atualizados com sucesso.'));
  await see(page.getByText('Aberto agora'));
  await page.reload();
  await see(page.getByText('Aberto agora'));
  assert.equal(await day('Domingo').getByLabel('fecha às').inputValue(), '23:59');
  const noon = simulator.newCustomer('Edite');
  await simulator.say(connection, { ...noon, body: 'E agora?' });
  await hears(noon, '[ 1 ]');
  assert.ok(!(await saidTo(noon)).some((body) => body.includes(NOTICE)));
  assert.equal((await saidTo(early)).filter((body) => body.includes(NOTICE)).length, 1, 'told once');

  // a holiday of today closes it, an hour of it opens it, and without it the week holds again
  await page.getByRole('tab', { name: 'Feriados' }).click();
  await parts.button('Novo feriado').first().click();
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(parts.dialog.getByText('Obrigatório'));
  await parts.dialog.getByLabel('Nome').fill('Inventário');
  await parts.dialog.getByRole('switch', { name: 'Repetir todo ano' }).click();
  await axe(page, 'new holiday');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  const row = page.getByRole('row', { name: /Inventário/ });
  await see(row.getByText('Todo ano'));
  await see(row.getByText('Fechado'));
  const holiday = simulator.newCustomer('Fausto');
  await simulator.say(connection, { ...holiday, body: 'Hoje abre?' });
  await hears(holiday, NOTICE);
  await row.getByRole('button', { name: 'Editar Inventário' }).click();
  await parts.dialog.getByLabel('Atendimento').selectOption({ label: 'Só neste horário' });
  await parts.dialog.getByLabel('Abre às').fill('12');
  await parts.dialog.getByLabel('Fecha às').fill('8');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(parts.dialog.getByText(/o fim vem depois do início/));
  await parts.dialog.getByLabel('Abre às').fill('0');
  await parts.dialog.getByLabel('Fecha às').fill('23:59');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(row.getByText('00:00 às 23:59'));
  const half = simulator.newCustomer('Gilda');
  await simulator.say(connection, { ...half, body: 'E hoje?' });
  await hears(half, '[ 1 ]');

  // moved to a day that is none of Brazil's in any year: what the company keeps is not offered once more
  await row.getByRole('button', { name: 'Editar Inventário' }).click();
  await parts.dialog.getByLabel('Dia', { exact: true }).fill(`${dayIn(0).slice(0, 4)}-12-31`);
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(row.getByText(/31\/12/));

  // Brazil's by one press: of a year, without those that are there
  const national = page.getByRole('region', { name: 'Feriados nacionais' });
  await see(national.getByText('Natal'));
  await national.getByRole('tab').last().click();
  await national.getByRole('checkbox', { name: 'Corpus Christi' }).click();
  await national.getByRole('button', { name: /^Adicionar 12$/ }).click();
  await see(page.getByText('12 feriados adicionados'));
  await see(page.getByRole('row', { name: /Natal/ }).getByText('Todo ano'));
  await gone(national.getByText('Natal'));
  await see(national.getByText('Corpus Christi'));
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await axe(page, `holidays, ${theme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await gone(drawer);
  await row.getByRole('button', { name: 'Excluir Inventário' }).click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row);

  // closed and silent again, as other journeys have it
  await hoursTab.click();
  await monday.getByRole('switch').click();
  await monday.getByRole('button', { name: 'Copiar o horário de Segunda-feira' }).click();
  await copies.getByRole('button', { name: 'Copiar para 6 dias' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await see(page.getByText('Fechado agora'));
  await setNotice('');
});
