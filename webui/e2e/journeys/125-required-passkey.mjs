import { addAuthenticator } from '../support/authenticator.mjs';
import { test } from '../support/test.mjs';

test('a company requires a second factor, and who has none makes a passkey on the way in', async ({
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
  const admin = await newSignedInPage(people.admin);
  const requirement = admin.getByRole('switch', { name: /Exigir segundo fator/ });
  await admin.getByRole('link', { name: 'Configurações' }).click();
  await requirement.click();
  await see(admin.getByText('Operação atualizada com sucesso.'));

  // passkeys are good for names: on a bare number the app alone is offered
  const logIn = async (page, at) => {
    await page.goto(`${at}/login`);
    await page.getByLabel('E-mail').fill(people.rafael.email);
    await page.getByLabel('Senha', { exact: true }).fill(people.rafael.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await see(page.getByRole('img', { name: 'Código QR do segundo fator' }));
  };
  const bare = await newPage();
  bare.expectErrors(/status of 403/);
  await logIn(bare, base);
  assert.equal(await bare.getByRole('tab', { name: 'Chave de acesso' }).count(), 0);

  // what the page looks like; the tools that look take the authenticator away, so that another page makes the passkey
  const named = base.replace('127.0.0.1', 'localhost');
  const looked = await newPage();
  looked.expectErrors(/status of 403/);
  await logIn(looked, named);
  await axe(looked, 'a log-in that offers an app or a passkey');
  await looked.getByRole('tab', { name: 'Chave de acesso' }).click();
  await axe(looked, 'a log-in that makes a passkey');
  await looked.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(looked), 0);

  const page = await newPage();
  page.expectErrors(/status of 40[013]/);
  const signatures = await addAuthenticator(page);
  await logIn(page, named);
  // the keyboard alone chooses
  await page.getByRole('tab', { name: 'Aplicativo' }).focus();
  await page.keyboard.press('ArrowRight');
  const name = page.getByLabel('Nome');
  await name.press('Enter');
  await see(page.getByText('Use de 2 a 50 letras.'));
  assert.equal((await signatures()).length, 0);
  await name.fill('Notebook da loja');
  await name.press('Enter');
  const codes = page.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
  await see(codes.first());
  assert.equal(await codes.count(), 10);
  assert.equal((await signatures()).length, 1);
  await page.getByRole('button', { name: 'Já guardei, entrar' }).click();
  await page.waitForURL('**/tickets');

  // the next log-in asks for it
  const { accountMenu, menuItem } = partsOf(page);
  await accountMenu.click();
  await menuItem('Sair').click();
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail').fill(people.rafael.email);
  await page.getByLabel('Senha', { exact: true }).fill(people.rafael.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await page.waitForURL('**/tickets');

  // everything as it was
  await requirement.click();
  await admin.getByRole('link', { name: 'Usuários' }).click();
  const row = admin.getByRole('listitem').filter({ hasText: people.rafael.email });
  await row.getByRole('button', { name: /^Editar/ }).click();
  await admin.getByRole('button', { name: 'Tirar o segundo fator' }).click();
  await see(admin.getByText('O segundo fator foi tirado, se havia um.').last());
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await gone(admin.getByRole('dialog'));
});
