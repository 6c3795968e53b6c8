// spec: S036 S038
import { test } from '../support/test.mjs';

test('what is typed lands in the conversation that was opened, whatever else is on the page', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  people,
  samples,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const [first, second] = [simulator.newCustomer('Hermínia'), simulator.newCustomer('Zulmira')];
  for (const customer of [first, second]) await simulator.say(connection, { ...customer, body: 'Boa tarde' });
  await accept(page, second.pushName);
  await accept(page, first.pushName);
  await parts.tab('Atendendo').click();

  const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);
  const hasKeyboard = (locator, what) => until(() => isFocused(locator), { what: `the keyboard in ${what}` });

  // the contact's side stays open, and does not take the keyboard from the next conversation
  await parts.conversation.getByRole('button', { name: 'Dados do contato' }).click();
  const side = page.getByRole('group', { name: 'Contato', exact: true });
  const closeSide = side.getByRole('button', { name: 'Fechar o contato' });
  await hasKeyboard(closeSide, 'the side that was opened');
  await open(page, second.pushName);
  await see(side);
  await hasKeyboard(parts.composer, "the composer beside the contact's side");
  await page.keyboard.type('Já vejo isso');
  assert.equal(await parts.composer.inputValue(), 'Já vejo isso');
  await see(side);
  await parts.composer.fill('');
  await closeSide.click();
  await gone(side);

  // a file that was taken away, and one that was sent, leave the keyboard to the text
  const { name, mime, bytes } = samples.picture({ name: 'nota.png' });
  const attach = () =>
    parts.conversation.locator('input[type=file]').setInputFiles({ name, mimeType: mime, buffer: bytes });
  await attach();
  await parts.conversation.getByRole('button', { name: 'Tirar nota.png' }).click();
  await hasKeyboard(parts.composer, 'the text after a file was taken away');
  await attach();
  const caption = parts.conversation.getByRole('textbox', { name: /Legenda/ });
  await hasKeyboard(caption, 'the caption');
  await page.keyboard.type('Segue a nota');
  await page.keyboard.press('Enter');
  await hasKeyboard(parts.composer, 'the text after a file was sent');
  await see(parts.message('Segue a nota'));

  // a conversation that was begun here is ready to be written in
  const third = simulator.newCustomer('Valdomira');
  await simulator.say(connection, { ...third, body: 'Oi' });
  await accept(page, third.pushName);
  await parts.conversation.getByRole('button', { name: 'Resolver' }).click();
  await parts.dialog.getByRole('button', { name: 'Resolver' }).click();
  await page.waitForURL((url) => url.pathname === '/tickets');
  await parts.list.getByRole('button', { name: 'Novo', exact: true }).click();
  await parts.dialog.getByRole('combobox', { name: 'Contato' }).fill(third.pushName);
  await parts.dialog.getByRole('option', { name: new RegExp(third.pushName) }).click();
  await parts.dialog.getByRole('combobox').selectOption({ label: 'Vendas' });
  await parts.dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await see(parts.main.getByRole('region', { name: third.pushName }));
  await gone(parts.dialog);
  await hasKeyboard(parts.composer, 'the conversation that was begun');

  // Escape in the text leaves the chosen tickets chosen
  await parts.tab('Atendendo').click();
  await parts.button('Selecionar vários').click();
  const box = parts.ticket(first.pushName).getByRole('checkbox');
  await box.check();
  await parts.composer.press('Escape');
  assert.ok(await box.isChecked(), 'chosen after Escape in the text');
  await box.press('Escape');
  await gone(box);
});
