// spec: S035
import { awaitKeyboardIn, keyboardStaysIn } from '../support/keyboardPlace.mjs';
import { test } from '../support/test.mjs';

test('what a menu or the bell opens keeps the keyboard, also when it is opened again', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  chooseForMessage,
  people,
  see,
  gone,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  // The menu fades away: the focus was taken back when it had.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const [first, second] = [simulator.newCustomer('Leocádia'), simulator.newCustomer('Teodora')];
  for (const customer of [first, second]) await simulator.say(connection, { ...customer, body: 'Chegou errado' });
  await accept(page, second.pushName);
  await accept(page, first.pushName);
  const menu = page.getByRole('menu');

  for (const round of ['first', 'second']) {
    await chooseForMessage(page, 'Chegou errado', 'Responder');
    await keyboardStaysIn(parts.composer, 'the composer');
    await page.keyboard.type(`Resposta ${round}`);
    assert.equal(await parts.composer.inputValue(), `Resposta ${round}`);
    await parts.composer.fill('');
    await page.keyboard.press('Escape');
  }

  await write(page, 'Vamos trocar');
  for (const action of ['Editar', 'Encaminhar', 'Apagar']) {
    for (const round of ['first', 'second']) {
      await chooseForMessage(page, 'Vamos trocar', action);
      await see(parts.dialog);
      await keyboardStaysIn(parts.dialog, `${action}, ${round}`);
      await page.keyboard.press('Escape');
      await gone(parts.dialog);
    }
  }
  const more = parts.conversation.getByRole('button', { name: 'Mais opções' });
  for (const action of ['Transferir', 'Agendar mensagem', 'Excluir atendimento']) {
    for (const round of ['first', 'second']) {
      await more.click();
      await parts.menuItem(action).click();
      await see(parts.dialog);
      await keyboardStaysIn(parts.dialog, `${action}, ${round}`);
      await page.keyboard.press('Escape');
      await gone(parts.dialog);
    }
  }

  // left without a choice, the menu gives the focus back to its button
  await more.click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await awaitKeyboardIn(more, "the menu's button");
  // a press on the text is where the keyboard goes
  await more.click();
  await see(menu);
  await parts.composer.click();
  await keyboardStaysIn(parts.composer, 'the composer that was pressed');

  // The bell leads into a conversation, and the next key belongs there.
  await simulator.say(connection, { ...second, body: 'E o meu?' });
  for (const customer of [second, first]) {
    await simulator.say(connection, { ...customer, body: 'Alguém aí?' });
    await parts.bell.click();
    await page.getByRole('dialog', { name: 'Notificações' }).getByRole('link', { name: customer.pushName }).click();
    await see(parts.main.getByRole('region', { name: customer.pushName }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keyboardStaysIn(parts.composer, 'the composer behind the bell');
  }
});
