// spec: S019 S020
import { test } from '../support/test.mjs';

test('the top bar greets, says until when the company is active, and each of its controls does what it says', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  const bar = (of) => of.getByRole('banner');
  const due = (of) => bar(of).getByText(/^Ativo até /);
  const control = (of, name) => bar(of).getByRole('button', { name });

  // who is greeted, and until when
  await see(bar(page).getByText('Olá Helena Castro, boas-vindas à Lojas Aurora'));
  const answer = page.waitForResponse((response) => response.url().includes('/auth/refresh_token'));
  await page.reload();
  const { user } = await (await answer).json();
  // the day where the browser is, which around midnight is another one than in Greenwich
  const day = await page.evaluate((iso) => new Date(iso).toLocaleDateString('pt-BR'), user.company.dueDate);
  await see(due(page));
  assert.equal(await due(page).innerText(), `Ativo até ${day}`);
  await page.setViewportSize({ width: 1100, height: 900 });
  await gone(due(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await see(due(page));

  // dark and light
  const theme = () => page.locator('html').getAttribute('data-theme');
  await control(page, 'Usar tema escuro').click();
  await until(async () => (await theme()) === 'dark', { what: 'dark' });
  await control(page, 'Usar tema claro').click();
  await until(async () => (await theme()) === 'light', { what: 'light' });

  // volume, and the page anew
  await see(bar(page).getByRole('slider', { name: 'Volume dos avisos' }));
  await page.evaluate(() => (window.isTheOldPage = true));
  await control(page, 'Recarregar a página').click();
  await until(() => page.evaluate(() => window.isTheOldPage === undefined).catch(() => false), { what: 'a new page' });

  // the bell counts what waits, and each button opens its own
  await see(parts.list);
  const count = async () => Number(/^\d+/.exec(await parts.bell.innerText())?.[0] ?? 0);
  await until(async () => (await count()) > 0, { what: 'a number on the bell' });
  const before = await count();
  const connection = await simulator.connectionOf('Lojas Aurora');
  await simulator.say(connection, { ...simulator.newCustomer('Zélia'), body: 'Oi' });
  await until(async () => (await count()) === before + 1, { what: 'one more on the bell' });
  for (const [name, title] of [
    [/^Notificações/, 'Notificações'],
    [/^Informativos/, 'Informativos'],
    [/^Chat interno/, 'Chat interno'],
  ]) {
    await control(page, name).click();
    await see(page.getByRole('dialog', { name: title }));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog', { name: title }));
  }

  // one's own profile, and out
  await parts.accountMenu.click();
  await parts.menuItem('Perfil').click();
  await see(parts.dialog.getByLabel('Nome', { exact: true }));
  assert.equal(await parts.dialog.getByLabel('Nome', { exact: true }).inputValue(), 'Helena Castro');
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  // on a phone volume and the new page are in the drawer
  const phone = await newPage({ storageState: await page.context().storageState(), size: 'narrow' });
  await phone.goto('/tickets');
  await see(bar(phone).getByText('Olá Helena, boas-vindas à Lojas Aurora'));
  assert.equal(await due(phone).isVisible(), false);
  await control(phone, /menu/i).click();
  await see(phone.getByRole('slider', { name: 'Volume dos avisos' }));
  await see(phone.getByRole('button', { name: 'Recarregar a página' }));
  await phone.keyboard.press('Escape');
  await partsOf(phone).accountMenu.click();
  await partsOf(phone).menuItem('Sair').click();
  await phone.waitForURL('**/login');

  // who is no admin is not told of it
  const rafael = await newSignedInPage(people.rafael);
  await see(bar(rafael).getByText('Olá Rafael Lima, boas-vindas à Lojas Aurora'));
  assert.equal(await due(rafael).count(), 0);
});
