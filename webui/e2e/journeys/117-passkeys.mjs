import { addAuthenticator } from '../support/authenticator.mjs';
import { test } from '../support/test.mjs';

test('somebody adds a passkey, signs in with it, renews the codes on paper with it and removes it', async ({
  base,
  newPage,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  overflowOf,
  assert,
}) => {
  // passkeys are good for names, and browsers have none on a bare number
  const named = base.replace('127.0.0.1', 'localhost');
  const bare = await newSignedInPage(people.rafael);
  const openSecurity = async (page) => {
    const { accountMenu, menuItem, dialog } = partsOf(page);
    await accountMenu.click();
    await menuItem('Segurança').click();
    await see(dialog.getByRole('heading', { name: 'Segundo fator', exact: true }));
    return dialog;
  };
  const closed = await openSecurity(bare);
  await see(closed.getByText(/está desligado/));
  assert.equal(await closed.getByRole('button', { name: 'Adicionar chave de acesso' }).count(), 0);
  await bare.keyboard.press('Escape');

  const page = await newPage();
  page.expectErrors(/status of 40[01]/);
  const signatures = await addAuthenticator(page);
  const logIn = async (on = page) => {
    await on.goto(`${named}/login`);
    await on.getByLabel('E-mail').fill(people.rafael.email);
    await on.getByLabel('Senha', { exact: true }).fill(people.rafael.password);
    await on.getByRole('button', { name: 'Entrar', exact: true }).click();
  };
  const logOut = async () => {
    const { accountMenu, menuItem } = partsOf(page);
    await accountMenu.click();
    await menuItem('Sair').click();
    await page.waitForURL('**/login');
  };
  await logIn();
  await page.waitForURL('**/tickets');
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await see(dialog.getByText('Use de 2 a 50 letras.'));
  await dialog.getByLabel('Nome').fill('Notebook da loja');
  await dialog.getByLabel('Senha atual', { exact: true }).fill('errada');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await see(dialog.getByText('A senha atual não confere.'));
  assert.deepEqual(await signatures(), []);
  await dialog.getByLabel('Senha atual', { exact: true }).fill(people.rafael.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
  await see(codes.first());
  const paper = await codes.allInnerTexts();
  assert.equal(paper.length, 10);
  assert.equal((await signatures()).length, 1);
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  const rows = dialog.getByRole('list', { name: 'Chaves de acesso' }).getByRole('listitem');
  await see(rows.filter({ hasText: 'Notebook da loja' }).filter({ hasText: 'nunca usada' }));
  await see(dialog.getByText(/ligado só com chaves de acesso/));
  await page.keyboard.press('Escape');
  await gone(dialog);

  // the log-in asks for it; who does not confirm may try again, or type a code
  await logOut();
  await logIn();
  const use = page.getByRole('button', { name: 'Usar chave de acesso' });
  await see(use);
  await page.getByLabel('Código de verificação').fill('000');
  await page.getByLabel('Código de verificação').press('Enter');
  await see(page.getByText('O código não confere. Use o mais recente.'));
  await use.click();
  await page.waitForURL('**/tickets');
  const [signed] = await signatures();
  assert.ok(signed > 0);

  // a passkey shows who one is where a code would
  const again = await openSecurity(page);
  await see(rows.filter({ hasText: 'usada por último' }));
  await again.getByRole('button', { name: 'Novos códigos de reserva' }).click();
  await again.getByLabel('Senha atual', { exact: true }).fill(people.rafael.password);
  await again.getByRole('button', { name: 'Gerar códigos' }).click();
  await see(codes.first());
  assert.notDeepEqual(await codes.allInnerTexts(), paper);
  const [code] = await codes.allInnerTexts();
  await again.getByRole('button', { name: 'Já guardei' }).click();
  await see(rows.first());

  // from here on the browser's tools look at the page, which takes the authenticator away: a code is as good
  await axe(page, "one's passkeys");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const other = await newPage();
  other.expectErrors(/status of 400/);
  await logIn(other);
  await see(other.getByRole('button', { name: 'Usar chave de acesso' }));
  await axe(other, 'a log-in that asks for a passkey');

  await again.getByRole('button', { name: 'Remover Notebook da loja' }).click();
  await see(again.getByText(/não servirá mais para entrar/));
  await again.getByLabel('Código de verificação').fill(code);
  await again.getByLabel('Senha atual', { exact: true }).fill(people.rafael.password);
  await again.getByRole('button', { name: 'Remover', exact: true }).click();
  await see(page.getByText('A chave de acesso foi removida.'));
  await see(again.getByText(/está desligado/));
  await page.keyboard.press('Escape');
  await gone(again);
  await logOut();
  await logIn();
  await page.waitForURL('**/tickets');
});
