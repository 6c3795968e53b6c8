// spec: A014 A015 A016 A039 A060
import { dayIn } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test("what was paid too much becomes credit by a super user's hand, lowers the next charge, and pays an invoice that it covers", async ({
  newCompany,
  inThemes,
  simulator,
  newPage,
  newSignedInPage,
  signIn,
  partsOf,
  people,
  see,
  gone,
  assert,
}) => {
  // a company that is due in five days
  const host = await newSignedInPage(people.super);
  const hostParts = partsOf(host);
  const field = (name) => hostParts.dialog.getByLabel(name, { exact: true });
  const boss = await newCompany(host, 5);
  const { name } = boss;

  const page = await newPage();
  await signIn(page, boss);
  const { dialog } = partsOf(page);
  const open = page.getByRole('row', { name: /Em Aberto/ });
  const numberOf = async () => (await open.innerText()).match(/#(\d+)/)?.[1];
  const toReview = async () => {
    await open.getByRole('button', { name: /^PAGAR/ }).click();
    await dialog.getByLabel('Nome completo').fill('Bia Souza');
    await dialog.getByLabel('Endereço').fill('Rua das Acácias, 120');
    await dialog.getByLabel('Cidade').fill('São Paulo');
    await dialog.getByLabel('CEP').fill('01310-100');
    await dialog.getByLabel('País').selectOption('BR');
    await dialog.getByRole('button', { name: 'Próximo' }).click();
    await see(dialog.getByText('Seu plano'));
    await dialog.getByRole('button', { name: 'Próximo' }).click();
  };
  const dueIn = async (days) => {
    await host.goto('/settings?tab=companies');
    await host.getByRole('searchbox').fill(name);
    await host.getByRole('button', { name: new RegExp(`^Editar.*${name}`) }).click();
    const drawer = host.getByRole('region', { name });
    await drawer.getByLabel('Vencimento', { exact: true }).fill(dayIn(days));
    await drawer.getByRole('button', { name: 'Salvar' }).click();
    await gone(drawer);
  };
  const odd = host.getByRole('row', { name: new RegExp(name) });
  const credit = async (value, words) => {
    await host.goto('/settings?tab=invoices');
    await host.getByLabel('Situação').selectOption({ label: 'A conferir' });
    await host.getByRole('searchbox').fill(name);
    await odd.getByRole('button', { name: /^Resolver o Pix/ }).click();
    await see(hostParts.dialog.getByText('Dinheiro e vencimento ficam como estão', { exact: false }));
    await hostParts.dialog.getByRole('checkbox', { name: value }).check();
    await see(hostParts.dialog.getByText('O valor sai da próxima fatura da empresa', { exact: false }));
    await gone(hostParts.dialog.getByText('Dinheiro e vencimento ficam como estão', { exact: false }));
    await field('O que foi feito').fill(words);
    await inThemes(host, 'settling as credit');
    await hostParts.dialog.getByRole('button', { name: 'Resolver' }).click();
    await gone(hostParts.dialog);
    await see(host.getByText('Nenhuma fatura encontrada'));
  };

  // it pays R$ 10,10 more than it was asked for, which becomes credit
  await page.goto('/financeiro');
  await see(open.getByText(/R\$\s399,90/));
  const first = await numberOf();
  await toReview();
  await dialog.getByRole('button', { name: /Gerar Pix de R\$\s399,90/ }).click();
  await see(dialog.getByRole('img', { name: 'QR Code do Pix' }));
  await simulator.money(first, 'pay', '410.00');
  await see(page.getByText(/Sua licença foi renovada até/));
  await page.waitForURL((url) => url.pathname === '/', { timeout: 10_000 });
  await credit(/Virar crédito de R\$\s10,10/, 'Fica para a próxima');
  await host.getByLabel('Situação').selectOption({ label: 'Pago' });
  await see(odd.getByText(/Virou crédito: R\$\s10,10/));
  await inThemes(host, 'a credited payment');

  // the company reads it, on both sizes
  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  for (const shown of [page, phone]) {
    /* eslint-disable no-await-in-loop */
    await shown.goto('/subscription');
    await see(shown.getByText(/Crédito de R\$\s10,10: desconta das próximas faturas/));
    await inThemes(shown, 'subscription with credit');
    await shown.goto('/financeiro');
    await see(shown.getByText(/Do Pix de R\$\s410,00 .* R\$\s10,10 viraram crédito/));
    /* eslint-enable no-await-in-loop */
  }

  // the next invoice asks for so much less, in every step
  await dueIn(6);
  await see(open.getByText(/Crédito de R\$\s10,10: a pagar R\$\s389,80/));
  await see(phone.getByText(/Crédito de R\$\s10,10: a pagar R\$\s389,80/));
  await inThemes(phone, 'an invoice with credit, narrow');
  await inThemes(page, 'an invoice with credit');
  const second = await numberOf();
  assert.notEqual(second, first);
  await toReview();
  await see(dialog.getByText('Valor da fatura'));
  await see(dialog.getByText(/^-R\$\s10,10$/));
  await inThemes(page, 'review with credit');
  await dialog.getByRole('button', { name: /Gerar Pix de R\$\s389,80/ }).click();
  await see(dialog.getByRole('img', { name: 'QR Code do Pix' }));
  await see(dialog.getByText(/^R\$\s389,80$/));
  await simulator.money(second, 'pay');
  await see(page.getByText(/Sua licença foi renovada até/));
  await page.waitForURL((url) => url.pathname === '/', { timeout: 10_000 });
  await page.goto('/financeiro');
  await see(page.getByText(/Crédito de R\$\s10,10 e pagamento de R\$\s389,80/));

  // paid twice: the credit covers the open invoice, which is paid by it in every open browser
  await simulator.money(second, 'pay', '399.90');
  await dueIn(7);
  await see(open);
  const due = await page.getByText(/vence em \d\d\/\d\d\/\d{4}/).innerText();
  await credit(/Virar crédito de R\$\s399,90/, 'Pagou duas vezes');
  await see(page.getByText('Paga com crédito'));
  await see(phone.getByText('Paga com crédito'));
  await gone(open);
  assert.notEqual(await page.getByText(/vence em \d\d\/\d\d\/\d{4}/).innerText(), due, 'it is renewed');
  await inThemes(phone, 'an invoice that credit has paid, narrow');
  await inThemes(page, 'an invoice that credit has paid');
});
