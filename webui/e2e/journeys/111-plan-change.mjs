import { test } from '../support/test.mjs';

test('a company that is due soon plans a smaller plan, takes it back, pays for a larger one and keeps the receipt', async ({
  newCompany,
  inThemes,
  unique,
  newPage,
  newSignedInPage,
  signIn,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  // two plans, and a company that is due in four days
  const host = await newSignedInPage(people.super);
  const hostParts = partsOf(host);
  const field = (name) => hostParts.dialog.getByLabel(name, { exact: true });
  const save = async () => {
    await hostParts.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(hostParts.dialog);
  };
  const mark = unique();
  const [small, big] = [`Pequeno ${mark}`, `Grande ${mark}`];
  await host.goto('/settings?tab=plans');
  for (const [name, users, value] of [
    [small, '1', '49,90'],
    [big, '90', '899,90'],
  ]) {
    /* eslint-disable no-await-in-loop */
    await host.getByRole('button', { name: 'Novo plano' }).click();
    await field('Nome').fill(name);
    await field('Usuários').fill(users);
    await field('Conexões').fill('1');
    await field('Filas').fill('2');
    await field('Valor por mês (R$)').fill(value);
    await save();
    /* eslint-enable no-await-in-loop */
  }
  const boss = await newCompany(host, 4);

  // its admin is told on every page, and led to the plans
  const page = await newPage();
  await signIn(page, boss);
  const { dialog } = partsOf(page);
  await see(page.getByText(/A assinatura vence em 4 dias, em /));
  await page.getByRole('link', { name: 'Ver faturas' }).click();
  await page.getByRole('tab', { name: 'Assinatura' }).click();
  const plans = page.getByRole('region', { name: 'Planos' });
  const take = (name) => plans.getByRole('button', { name: `Mudar para ${name}` });
  await see(take(small));
  await see(plans.getByRole('button', { name: 'Plano atual' }));
  await inThemes(page, 'plans');

  // a smaller one: from the due date on, and taken back
  await take(small).click();
  await see(dialog.getByText(/Vale a partir de .* com R\$\s49,90 por mês/));
  await see(dialog.getByText(/Este plano não tem: .*Campanhas/));
  await axe(page, 'a smaller plan');
  await dialog.getByRole('button', { name: 'Mudar de plano' }).click();
  const note = page.getByRole('note').filter({ hasText: `Próximo plano: ${small}` });
  await see(note);
  await see(page.getByText(/Próxima cobrança de R\$\s49,90/));
  await inThemes(page, 'a planned plan');
  await note.getByRole('button', { name: 'Ficar no plano Completo' }).click();
  await gone(note);
  await see(page.getByText(/Próxima cobrança de R\$\s399,90/));

  // a larger one: the difference is paid at once
  await take(big).click();
  await see(dialog.getByText(/pelos dias até/));
  await dialog.getByRole('button', { name: 'Mudar de plano' }).click();
  await see(dialog.getByRole('heading', { name: /^Pagar fatura #\d+$/ }));
  const next = () => dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByLabel('Nome completo').fill('Ana Souza');
  await dialog.getByLabel('Endereço').fill('Rua das Acácias, 120');
  await dialog.getByLabel('Cidade').fill('São Paulo');
  await dialog.getByLabel('CEP').fill('01310-100');
  await dialog.getByLabel('País').selectOption('BR');
  await next();
  const choice = (name) => dialog.getByRole('radio', { name: new RegExp(name) });
  await until(() => choice(big).isChecked(), { what: 'the chosen plan is chosen' });
  await inThemes(page, 'checkout, plans');

  // in the checkout another choice asks for another invoice
  await choice(small).check({ force: true });
  await next();
  await see(dialog.getByText(`Plano ${small}`));
  await see(dialog.getByRole('button', { name: /Gerar Pix de R\$\s49,90/ }));
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await choice(big).check({ force: true });
  await next();
  await see(dialog.getByText(`Mudança para ${big}`));
  await axe(page, 'checkout, difference');
  await dialog.getByRole('button', { name: /Gerar Pix de/ }).click();
  await see(dialog.getByRole('img', { name: 'QR Code do Pix' }));
  const bank = await newPage();
  await bank.goto('/simulator');
  await bank
    .getByRole('button', { name: /^Pagar Fatura/ })
    .first()
    .click();
  await see(page.getByText(`A empresa tem agora o plano ${big}!`));
  await page.waitForURL((url) => url.pathname === '/', { timeout: 10_000 });

  // the plan is there, and the receipt is saved
  await page.getByRole('link', { name: 'Financeiro' }).click();
  const row = page.getByRole('row', { name: new RegExp(`Mudança para ${big}.*Pago`) });
  await see(row);
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Recibo da fatura/ }).click();
  assert.match((await download).suggestedFilename(), /^recibo-\d+\.pdf$/);
  await page.getByRole('tab', { name: 'Assinatura' }).click();
  await see(page.getByText('1 de 90'));

  // the same on a phone
  const phone = await newPage({ storageState: await page.context().storageState(), size: 'narrow' });
  await phone.goto('/subscription');
  await see(phone.getByRole('button', { name: `Mudar para ${small}` }));
  await inThemes(phone, 'plans, narrow');

  // a company that uses more is told what has to go
  const helena = await newSignedInPage(people.admin);
  await helena.goto('/subscription');
  const card = helena.getByRole('listitem', { name: small });
  await see(card.getByText('Antes, para caber neste plano:'));
  await see(card.getByText(/desative \d+ usuários/));
  assert.ok(await card.getByRole('button', { name: `Mudar para ${small}` }).isDisabled());
  await axe(helena, 'a plan that is too small');
});
