// spec: A003 A012 A036 A037 A061 A062 A092 A102 A103 A124 A125 A129 A131 A138
import { dayIn, monthAfter, writtenOf } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('a super user makes a plan and a company, moves its due date, switches it off and deletes it', async ({
  unique,
  newPage,
  newSignedInPage,
  signIn,
  partsOf,
  people,
  see,
  gone,
  axe,
  inThemes,
  until,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.super);
  const parts = partsOf(page);
  const field = (name) => parts.dialog.getByLabel(name, { exact: true });
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('link', { name: 'Configurações' }).click();
  const tabs = page.getByRole('tab');
  await until(async () => (await tabs.allInnerTexts()).join() === 'Opções,Empresas,Planos,Faturas,Ajuda', {
    what: 'the tabs of a super user',
  });

  // a plan: what is wrong is said at its field, and by the server
  await page.getByRole('tab', { name: 'Planos' }).click();
  const mark = unique();
  const plan = `Plano ${mark}`;
  await see(page.getByRole('row', { name: /^Agendamentos/ }));
  await page.getByRole('button', { name: 'Novo plano' }).click();
  await save();
  await see(parts.dialog.getByText('De 2 a 50 caracteres'));
  await see(parts.dialog.getByText('Um número inteiro de 1 a 100.000'));
  await field('Nome').fill(plan);
  await field('Usuários').fill('3');
  await field('Conexões').fill('1');
  await field('Filas').fill('2');
  await field('Valor por mês (R$)').fill('1.149,90');
  await parts.dialog.getByRole('switch', { name: 'Campanhas' }).click();
  await axe(page, 'new plan');
  await save();
  await gone(parts.dialog);
  await see(page.getByRole('columnheader', { name: new RegExp(`${plan}.*1\\.149,90`) }));
  await see(page.getByText('Operação realizada com sucesso!').first());
  await axe(page, 'plans');

  // a company with its first administrator
  await page.getByRole('tab', { name: 'Empresas' }).click();
  await page.waitForURL('**/settings?tab=companies');
  const name = `Padaria ${mark}`;
  const admin = { email: `ana${mark}@padaria.example`, password: 'Padaria123' };
  await page.getByRole('button', { name: 'Nova empresa' }).click();
  await save();
  await see(parts.dialog.getByText('De 2 a 50 caracteres'));
  await field('Nome').fill('Lojas Aurora');
  await field('E-mail').fill(admin.email);
  await field('Plano').selectOption({ label: plan });
  await field('Vencimento').fill(dayIn(-2));
  await field('Senha').fill(admin.password);
  const recurrence = field('Recorrência');
  const open = await recurrence
    .getByRole('option')
    .evaluateAll((options) => options.filter((option) => !option.disabled).map((option) => option.textContent));
  assert.deepEqual(open, ['Mensal']);
  page.expectErrors(/status of 400 .*\/api\/companies/);
  await save();
  await see(parts.dialog.getByText(/Verifique se já existe uma empresa com o mesmo nome/));
  await field('Nome').fill(name);
  await axe(page, 'new company');
  await save();
  await gone(parts.dialog);

  // its row says how it stands, and one more payment can be taken back
  const find = async (words) => {
    await page.getByRole('searchbox').fill(words);
    await until(async () => (await page.getByRole('row').count()) === 2, { what: `${words} alone` });
    await gone(page.locator('[data-stale]'));
  };
  await find(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await see(row.getByText(writtenOf(dayIn(-2))));
  await see(row.getByText('venceu há 2 dias'));
  await see(row.getByText('Usuários: 1 de 3'));
  assert.equal(await row.getAttribute('data-due'), 'orange');
  const renew = row.getByRole('button', { name: /^Avançar o vencimento/ });
  assert.equal(await renew.innerText(), '+ Vencimento');
  await renew.click();
  // a month on, for it pays by the month
  const paidUntil = writtenOf(monthAfter(dayIn(-2)));
  await see(page.getByText(`Vencimento de ${name}: ${paidUntil}`));
  await see(row.getByText(paidUntil));
  await until(async () => (await row.getAttribute('data-due')) === null, { what: 'it is paid' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await see(row.getByText('venceu há 2 dias'));
  await gone(page.locator('[data-stale]'));
  await axe(page, 'companies');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // it opens beside the table, follows the arrows, asks about what is not saved, and goes by Escape
  const drawer = (words) => page.getByRole('region', { name: words, exact: true });
  const nameIn = (shown) => shown.getByLabel('Nome', { exact: true });
  const hasFocus = (locator, what) =>
    until(() => locator.evaluate((element) => element === document.activeElement), { what });
  const opener = (words) => page.getByRole('button', { name: `Editar ${words}`, exact: true });
  await page.getByRole('searchbox').fill('');
  await until(async () => (await page.getByRole('row').count()) > 3, { what: 'every company' });
  await gone(page.locator('[data-stale]'));
  const openers = page.getByRole('row').getByRole('button', { name: /^Editar / });
  const names = await openers.allInnerTexts();
  const [above, below] = names.slice(0, 2);
  await opener(above).press('Enter');
  await see(drawer(above));
  await hasFocus(drawer(above).getByRole('heading', { name: above }), 'the drawer has the focus');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await inThemes(page, 'a company beside the table');
  await opener(above).focus();
  await page.keyboard.press('ArrowDown');
  await see(drawer(below));
  await hasFocus(opener(below), 'the focus walks the rows');
  await nameIn(drawer(below)).fill('Outro nome');
  await opener(below).focus();
  await page.keyboard.press('ArrowUp');
  await see(parts.dialog.getByText('Descartar as mudanças?'));
  await parts.dialog.getByRole('button', { name: 'Continuar editando' }).click();
  await gone(parts.dialog);
  assert.equal(await nameIn(drawer(below)).inputValue(), 'Outro nome');
  await page.getByRole('tab', { name: 'Planos' }).click();
  await parts.dialog.getByRole('button', { name: 'Continuar editando' }).click();
  await gone(parts.dialog);
  await opener(below).focus();
  await page.keyboard.press('ArrowUp');
  await parts.dialog.getByRole('button', { name: 'Descartar' }).click();
  await see(drawer(above));
  await hasFocus(opener(above), 'the focus is where it was led');
  await page.setViewportSize({ width: 1100, height: 700 });
  await inThemes(page, 'a company beside a narrow table');
  await page.setViewportSize({ width: 1440, height: 900 });
  await nameIn(drawer(above)).focus();
  await page.keyboard.press('Escape');
  await gone(drawer(above));
  await hasFocus(opener(above), 'the row has the focus back');

  // its due date moves from there too, and the way back is the same
  await find(name);
  await opener(name).click();
  await see(drawer(name).getByText('venceu há 2 dias'));
  await drawer(name)
    .getByRole('button', { name: /^Avançar o vencimento/ })
    .click();
  await gone(drawer(name).getByText('venceu há 2 dias'));
  assert.equal(await drawer(name).getByLabel('Vencimento', { exact: true }).inputValue(), paidUntil);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await see(drawer(name).getByText('venceu há 2 dias'));
  await page.keyboard.press('Escape');
  await gone(drawer(name));

  // its people are told as soon as it changes, and may only look
  const ana = await newPage();
  await signIn(ana, admin);
  await see(ana.getByText(/Em 2 dias tudo fica só para leitura/));
  const tab = (words) => ana.getByRole('link', { name: words, exact: true });
  await see(tab('Chat interno').or(tab('Contatos')));
  await opener(name).click();
  await drawer(name)
    .getByRole('switch', { name: /^Ativa/ })
    .click();
  await drawer(name).getByRole('button', { name: 'Salvar' }).click();
  await gone(drawer(name));
  await see(row.getByText('Inativa'));
  await see(ana.getByText(/Empresa desativada/));
  await ana.goto('/tags');
  await ana.getByRole('button', { name: 'Nova tag' }).first().click();
  await partsOf(ana).dialog.getByLabel('Nome').fill('Urgente');
  ana.expectErrors(/status of 403 .*\/api\/tags/);
  await partsOf(ana).dialog.getByRole('button', { name: 'Salvar' }).click();
  await see(partsOf(ana).dialog.getByText(/A empresa está inativa/));
  await partsOf(ana).dialog.getByRole('button', { name: 'Cancelar' }).click();
  await axe(ana, 'a company that is switched off');

  // a plan in use stays; a changed one is seen by its companies at once
  await page.getByRole('tab', { name: 'Planos' }).click();
  await page.getByRole('button', { name: `Excluir ${plan}` }).click();
  page.expectErrors(/status of 409 .*\/api\/plans/);
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await see(page.getByText(/Não foi possível realizar a operação.*em uso/));
  await page.getByRole('button', { name: `Editar ${plan}` }).click();
  await parts.dialog.getByRole('switch', { name: 'Agendamentos' }).click();
  await save();
  await gone(parts.dialog);
  await see(tab('Agendamentos'));

  // what it loses goes under the hands of those who use it, with a word, and leads home
  await tab('Agendamentos').click();
  await ana.waitForURL('**/schedules');
  await page.getByRole('button', { name: `Editar ${plan}` }).click();
  await parts.dialog.getByRole('switch', { name: 'Agendamentos' }).click();
  ana.expectErrors(/status of 403 .*\/api\/schedules/);
  await save();
  await gone(parts.dialog);
  await see(ana.getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'));
  await ana.waitForURL((url) => url.pathname === '/');
  await gone(tab('Agendamentos'));

  // deleted, it is gone for everybody
  await page.getByRole('tab', { name: 'Empresas' }).click();
  await find(name);
  await opener(name).click();
  await drawer(name)
    .getByRole('button', { name: `Excluir ${name}` })
    .click();
  await axe(page, 'deleting a company');
  ana.expectErrors(/status of 401/);
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row);
  await gone(drawer(name));
  await ana.waitForURL('**/login');
  const own = page.getByRole('row', { name: /Sua empresa/ });
  await find('suporte@guiche');
  await see(own);
  await own.getByRole('button', { name: /^Editar/ }).click();
  for (const way of [/^Excluir/, /^Entrar como suporte/]) {
    assert.equal(await page.getByRole('button', { name: way }).isDisabled(), true);
  }

  // others are told that it is not for them, and sent home
  const helena = await newSignedInPage(people.admin);
  await helena.goto('/settings?tab=companies');
  await see(helena.getByText('Você não tem permissão para acessar essa página! Estamos lhe redirecionando.'));
  await helena.waitForURL((url) => url.pathname === '/');
  await helena.goto('/settings');
  await see(helena.getByRole('heading', { name: 'Configurações' }));
  await see(helena.getByRole('tab', { name: 'Opções' }));
  for (const label of ['Empresas', 'Planos', 'Ajuda']) {
    assert.equal(await helena.getByRole('tab', { name: label, exact: true }).count(), 0, label);
  }
});
