// spec: S014 S018 S039 S051 S068 S075 S106 S131 A021 A042 A071 A110
import { heldOf } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('an attendant schedules a message, changes it, sees it go out, and a colleague follows', async ({
  ask,
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  overflowOf,
  people,
  samples,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Sabrina');
  await simulator.say(connection, { ...customer, body: 'Me lembra amanhã?' });
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const saved = 'Agendamento salvo com sucesso!';
  await page.getByRole('link', { name: 'Agendamentos' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Agendamentos' }));

  // the five views, in Portuguese
  const month = new Date().toLocaleDateString('pt-BR', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Sao_Paulo',
  });
  await see(page.getByRole('heading', { level: 2, name: month }));
  for (const view of ['Semana', 'Dias úteis', 'Dia', 'Agenda', 'Mês']) {
    await page.getByRole('tab', { name: view, exact: true }).click();
    assert.equal(await page.getByRole('tab', { name: view, exact: true }).getAttribute('aria-selected'), 'true');
  }

  // what is missing is said at the field
  await parts.button('Novo agendamento').click();
  const submit = () => parts.dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  const time = parts.dialog.getByLabel('Data de envio');
  const chosen = new Date(`${heldOf(await time.inputValue())}:00-03:00`);
  const ahead = (chosen.getTime() - Date.now()) / 60_000;
  assert.ok(ahead > 57 && ahead <= 61, `one hour ahead, not ${ahead} minutes`);
  await submit();
  const saysWhatIsMissing = async () => (await parts.dialog.getByText('Obrigatório').count()) === 2;
  await until(saysWhatIsMissing, { what: 'contact and message are missing' });
  await parts.dialog.getByLabel('Mensagem', { exact: true }).fill('Oi!!');
  await time.fill('');
  await submit();
  await see(parts.dialog.getByText('Mensagem muito curta'));
  await until(saysWhatIsMissing, { what: 'contact and time are missing' });
  await axe(page, 'new schedule');

  const tomorrow = new Date(Date.now() + 86_400_000);
  const day = tomorrow.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  await time.fill(`${day}T10:30`);
  await parts.dialog.getByRole('combobox', { name: 'Contato' }).fill(customer.pushName);
  await parts.dialog.getByRole('option', { name: new RegExp(customer.pushName) }).click();
  await parts.dialog.getByLabel('Mensagem', { exact: true }).fill('Lembrete para');
  await parts.dialog.getByRole('button', { name: '{{firstName}}' }).click();
  await parts.dialog.locator('input[type=file]').setInputFiles({
    name: 'recibo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(samples.picture().bytes),
  });
  await see(parts.dialog.getByText('recibo.png'));
  await submit();
  await see(parts.notice(saved));
  await gone(parts.dialog);
  await page.getByRole('tab', { name: 'Agenda' }).click();
  // the rows are those that were found before one of them has the focus
  const found = page.waitForResponse((answer) => /\/api\/schedules\?.*searchParam=[^&]/.test(answer.url()));
  await page.getByRole('searchbox', { name: 'Pesquisar agendamentos' }).fill(customer.pushName);
  await found;
  const entry = page.getByRole('row', { name: new RegExp(customer.pushName) });
  await see(entry.getByText('10:30').first());
  const tool = (row, what) => row.getByRole('button', { name: `${what} o agendamento de ${customer.pushName}` });
  await see(tool(entry, 'Editar'));
  await tool(entry, 'Excluir').press('Enter');
  await see(page.getByText('Excluir este agendamento?'));
  await parts.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(parts.dialog);

  // colleagues see it and cannot change it
  const rafael = await newSignedInPage(people.rafael);
  await rafael.goto('/schedules');
  await rafael.getByRole('tab', { name: 'Agenda' }).click();
  const theirs = rafael.getByRole('row', { name: new RegExp(customer.pushName) });
  await see(theirs.getByText(customer.pushName).first());
  for (const what of ['Editar', 'Excluir']) assert.equal(await tool(theirs, what).count(), 0, what);
  await theirs.getByText(customer.pushName).first().click();
  await see(rafael.getByRole('dialog').getByText('Agendada por Marina Duarte.'));
  assert.equal(await rafael.getByRole('dialog').getByRole('button', { name: 'Salvar' }).count(), 0);
  await rafael.keyboard.press('Escape');

  // changed: without the picture, and then its time comes
  await entry.getByText(customer.pushName).first().click();
  await see(parts.dialog.getByText('Mensagem Pendente'));
  await parts.dialog.getByRole('button', { name: 'Remover a imagem' }).click();
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(parts.notice('Mídia excluída com sucesso!'));
  await gone(parts.dialog);
  const { schedules } = await ask(page, 'GET', `/schedules?searchParam=${encodeURIComponent(customer.pushName)}`);
  const sendAt = new Date(Date.now() + 800).toISOString();
  await ask(page, 'PUT', `/schedules/${schedules[0].id}`, { sendAt });
  await see(theirs.getByText('Mensagem Enviada'));
  await until(
    async () => {
      const entries = await simulator.ledgerOf(connection, customer.from);
      return entries.some((one) => one.body === 'Lembrete para Sabrina');
    },
    { what: 'the message is on the phone' },
  );
  await entry.getByText(customer.pushName).first().click();
  await see(parts.dialog.getByText('Mensagem Enviada'));
  assert.equal(await parts.dialog.getByRole('button', { name: 'Salvar' }).count(), 0);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  // from a ticket, which leads to the calendar
  await page.goto('/tickets');
  await accept(page, customer.pushName);
  await see(parts.message('Lembrete para Sabrina'));
  await parts.button('Mais opções').click();
  await parts.menuItem('Agendar mensagem').click();
  await see(parts.dialog.getByText(customer.pushName));
  await parts.dialog.getByLabel('Mensagem', { exact: true }).fill('Tudo certo por aí?');
  await submit();
  await see(parts.notice(saved));
  await page.waitForURL('**/schedules');
  await page.getByRole('searchbox').fill('Tudo certo por aí?');
  await page.getByRole('tab', { name: 'Agenda' }).click();
  const second = page.getByRole('row', { name: new RegExp(customer.pushName) });
  await until(async () => (await second.count()) === 1, { what: 'only this one is found' });
  await axe(page, 'schedules, agenda');
  await second.getByText(customer.pushName).first().click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await see(parts.notice('Agendamento excluído com sucesso!'));
  await gone(second);
  await see(page.getByText('Nada encontrado'));

  // and from a contact
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill(customer.pushName);
  await page.getByRole('button', { name: `Mais ações de ${customer.pushName}` }).click();
  await parts.menuItem('Agendar mensagem').click();
  await see(parts.dialog.getByText(customer.pushName));
  await parts.dialog.getByLabel('Mensagem', { exact: true }).fill('Até a próxima!');
  await submit();
  await page.waitForURL('**/schedules');
  await gone(parts.dialog);
  await page.getByRole('searchbox', { name: 'Pesquisar agendamentos' }).fill('Até a próxima!');
  await page.getByRole('tab', { name: 'Agenda' }).click();
  await until(async () => (await second.count()) === 1, { what: 'only this one is found' });
  await second.getByText(customer.pushName).first().click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(second);

  await page.getByRole('searchbox').fill('');
  for (const view of ['Mês', 'Semana', 'Dia']) {
    await page.getByRole('tab', { name: view, exact: true }).click();
    await axe(page, `schedules, ${view}`);
  }
  assert.equal(await overflowOf(page), 0, 'the calendar scrolls the page sideways');
  const keeps = await page.context().storageState();
  const dark = await newPage({ storageState: keeps, theme: 'dark' });
  await dark.goto('/schedules');
  await see(dark.getByRole('heading', { level: 2, name: month }));
  await axe(dark, 'schedules, dark');
  const narrow = await newPage({
    storageState: await dark.context().storageState(),
    size: 'narrow',
  });
  await narrow.goto('/schedules');
  await see(narrow.getByRole('tab', { name: 'Agenda' }));
  await axe(narrow, 'schedules, narrow');
  assert.equal(await overflowOf(narrow), 0, 'the narrow calendar scrolls sideways');
});
