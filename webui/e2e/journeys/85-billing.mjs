// spec: A004 A014 A015 A016 A060 A063 A079 A131 A140 S009
import { dayIn, writtenOf } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('a company that is behind pays by Pix and works again; a super user marks an invoice by hand and settles what is odd', async ({
  inThemes,
  newCompany,
  simulator,
  newPage,
  newSignedInPage,
  enter,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  // a company that is ten days behind
  const host = await newSignedInPage(people.super);
  const hostParts = partsOf(host);
  const field = (name) => hostParts.dialog.getByLabel(name, { exact: true });
  const boss = await newCompany(host, -10);
  const { name } = boss;

  // its admin begins at what is overdue, and is led there from the bar
  const page = await newPage();
  await enter(page, boss);
  await page.waitForURL('**/financeiro');
  const parts = partsOf(page);
  const bar = page.getByText(/A assinatura venceu em .* até o pagamento/);
  await see(bar);
  await page.getByRole('link', { name: 'Ver faturas' }).click();
  await page.waitForURL('**/financeiro');
  await see(page.getByRole('heading', { level: 1, name: 'Financeiro' }));
  const row = page.getByRole('row', { name: /Completo/ });
  await see(row.getByText('Vencido', { exact: true }));
  await see(row.getByText(/R\$\s399,90/));
  await see(row.getByText(writtenOf(dayIn(-10))));
  const red = await row.evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(red, 'rgba(0, 0, 0, 0)');
  await inThemes(page, 'invoices');

  // three steps; what is missing is said
  await row.getByRole('button', { name: /^PAGAR/ }).click();
  const dialog = parts.dialog;
  const steps = dialog.getByRole('list', { name: 'Passos do pagamento' });
  assert.match(await steps.innerText(), /Dados[\s\S]*Personalizar[\s\S]*Revisar/);
  const next = () => dialog.getByRole('button', { name: 'Próximo' }).click();
  await next();
  for (const words of [
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
    'País é obrigatório',
  ]) {
    // eslint-disable-next-line no-await-in-loop
    await see(dialog.getByText(words));
  }
  const countries = await dialog.getByLabel('País').getByRole('option').allInnerTexts();
  assert.deepEqual(countries.slice(1), ['Brasil', 'Estados Unidos']);
  await dialog.getByLabel('Nome completo').fill('Ana Souza');
  await dialog.getByLabel('Endereço').fill('Rua das Acácias, 120');
  await dialog.getByLabel('Cidade').fill('São Paulo');
  await dialog.getByLabel('CEP').fill('01310-100');
  await dialog.getByLabel('País').selectOption('BR');
  await axe(page, 'checkout, data');
  await next();
  await see(dialog.getByText('Seu plano'));
  await axe(page, 'checkout, plan');
  await next();
  await see(dialog.getByText('Rua das Acácias, 120 · São Paulo · 01310-100 · Brasil'));
  await inThemes(page, 'checkout, review');
  await dialog.getByRole('button', { name: /Gerar Pix de R\$\s399,90/ }).click();
  await see(page.getByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento').first());
  const qr = dialog.getByRole('img', { name: 'QR Code do Pix' });
  await see(qr);
  assert.equal((await qr.boundingBox()).width, 256);
  await see(dialog.getByText(/^R\$\s399,90$/));
  assert.match(await dialog.getByLabel('Pix Copia e Cola').inputValue(), /^000201.*6304[0-9A-F]{4}$/);
  await see(dialog.getByText(/Expira em (60:00|59:\d\d)/));

  await inThemes(page, 'pix');

  // the same code on a phone, where copying comes first
  const phone = await newPage({ storageState: await page.context().storageState(), size: 'narrow' });
  const small = partsOf(phone).dialog;
  await phone.goto('/financeiro');
  await see(phone.getByText('Vencido', { exact: true }));
  await inThemes(phone, 'invoices, narrow');
  await phone.getByRole('button', { name: /^PAGAR/ }).click();
  assert.equal(await small.getByLabel('Nome completo').inputValue(), 'Ana Souza');
  await inThemes(phone, 'checkout, narrow');
  await small.getByRole('button', { name: 'Próximo' }).click();
  await see(small.getByText('Seu plano'));
  await small.getByRole('button', { name: 'Próximo' }).click();
  await small.getByRole('button', { name: /Gerar Pix/ }).click();
  const picture = small.getByRole('img', { name: 'QR Code do Pix' });
  await see(picture);
  const copy = await small.getByRole('button', { name: 'Copiar código' }).boundingBox();
  assert.ok(copy.y < (await picture.boundingBox()).y, 'copying comes first');
  await inThemes(phone, 'pix, narrow');
  await phone.keyboard.press('Escape');
  await gone(small);

  // somebody pays: every browser of the company hears of it, the bar goes, and the payer is led home
  const bank = await newPage();
  await bank.goto('/simulator');
  const pay = bank.getByRole('button', { name: /^Pagar Fatura/ }).first();
  await see(pay);
  await axe(bank, 'simulated bank');
  await pay.click();
  await see(page.getByText(/Sua licença foi renovada até \d\d\/\d\d\/\d{4}!/));
  await axe(page, 'paid');
  await page.waitForURL((url) => url.pathname === '/', { timeout: 10_000 });
  await gone(bar);
  await see(phone.getByText('Pago', { exact: true }));
  assert.equal(await phone.getByRole('button', { name: /^PAGAR/ }).count(), 0, 'what is paid is not paid again');

  // the subscription: what the plan allows
  await page.getByRole('link', { name: 'Financeiro' }).click();
  await page.getByRole('tab', { name: 'Assinatura' }).click();
  await page.waitForURL('**/subscription');
  await see(page.getByText(boss.email));
  await see(page.getByText('1 de 50'));
  await see(page.getByText(/Próxima cobrança de R\$\s399,90/));
  await see(page.getByText('Não há fatura em aberto.'));
  await inThemes(page, 'subscription');
  await phone.getByRole('tab', { name: 'Assinatura' }).click();
  await see(phone.getByText('E-mail de cobrança'));
  await inThemes(phone, 'subscription, narrow');

  // by hand, with a reason
  await host.goto('/settings?tab=invoices');
  await host.getByRole('searchbox').fill('Clínica Vida');
  const owed = host.getByRole('row', { name: /Clínica Vida.*Em Aberto/ });
  await see(owed);
  await gone(host.getByRole('row', { name: /Lojas Aurora/ }).first());
  await gone(host.locator('[data-stale]'));
  await inThemes(host, 'all invoices');
  await owed.getByRole('button', { name: /^Marcar como paga a fatura/ }).click();
  await hostParts.dialog.getByRole('button', { name: 'Marcar como paga' }).click();
  await see(hostParts.dialog.getByText('Diga o motivo'));
  await field('Motivo').fill('Pagou por transferência');
  await axe(host, 'paid by hand');
  await hostParts.dialog.getByRole('button', { name: 'Marcar como paga' }).click();
  await gone(hostParts.dialog);
  await see(host.getByText(/Pagou por transferência/));

  // paid twice: both sides see it, and a super user says what became of it
  await phone.goto('/financeiro');
  const number = (
    await phone
      .getByRole('row', { name: /Completo/ })
      .first()
      .innerText()
  ).match(/#(\d+)/)?.[1];
  await simulator.money(number, 'pay', '10.00');
  await host.goto('/settings?tab=invoices');
  await host.getByLabel('Situação').selectOption({ label: 'A conferir' });
  await host.getByRole('searchbox').fill(name);
  const twice = host.getByRole('row', { name: new RegExp(name) });
  await see(twice.getByText(/Pix de R\$\s10,00 em .*: a fatura já estava paga/));
  await phone.reload();
  await see(phone.getByText(/Chegaram mais R\$\s10,00 em .* Fale com quem administra o Guichê/));
  await inThemes(phone, 'invoices with an odd payment, narrow');
  await gone(host.locator('[data-stale]'));
  await inThemes(host, 'odd payments');
  const settle = async (words) => {
    await twice
      .getByRole('button', { name: /^Resolver o Pix/ })
      .first()
      .click();
    await see(hostParts.dialog.getByText('Dinheiro e vencimento ficam como estão', { exact: false }));
    await hostParts.dialog.getByRole('button', { name: 'Resolver' }).click();
    await see(hostParts.dialog.getByText('Diga o que foi feito'));
    await field('O que foi feito').fill(words);
    await inThemes(host, 'settling a payment');
    await hostParts.dialog.getByRole('button', { name: 'Resolver' }).click();
    await gone(hostParts.dialog);
  };
  await settle('Combinado: fica para o próximo mês');
  await see(host.getByText('Nenhuma fatura encontrada'));
  await phone.reload();
  await see(phone.getByText('Pago', { exact: true }));
  await gone(phone.getByText(/Chegaram mais/));

  // what was paid goes back: it is shown again, and takes no days away
  const due = await phone.getByText(/vence em \d\d\/\d\d\/\d{4}/).innerText();
  await simulator.money(number, 'refund');
  await host.reload();
  await host.getByLabel('Situação').selectOption({ label: 'A conferir' });
  await host.getByRole('searchbox').fill(name);
  await see(twice.getByText(/Pix de R\$\s399,90 em .*: R\$\s399,90 devolvidos/));
  await twice.getByRole('button', { name: /^Resolver o Pix de R\$\s399,90/ }).click();
  await see(hostParts.dialog.getByText(/Uma devolução não tira os dias que a fatura deu/));
  await host.keyboard.press('Escape');
  await gone(hostParts.dialog);
  await phone.reload();
  await see(phone.getByText(/R\$\s399,90 foram devolvidos/));
  assert.equal(await phone.getByText(/vence em \d\d\/\d\d\/\d{4}/).innerText(), due);

  // an attendant has neither the item nor the pages
  const marina = await newSignedInPage(people.marina);
  assert.equal(await marina.getByRole('link', { name: 'Financeiro' }).count(), 0);
  await marina.goto('/financeiro');
  await until(async () => !marina.url().endsWith('/financeiro'), { what: 'led away' });
});
