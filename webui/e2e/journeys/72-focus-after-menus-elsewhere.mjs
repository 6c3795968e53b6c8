// Before, a menu took the keyboard back from what it had opened, a moment later and from the second time on.
import { awaitKeyboardIn, keyboardStaysIn } from '../support/keyboardPlace.mjs';
import { test } from '../support/test.mjs';

test('what a menu of contacts, of the account or of a chat opens keeps the keyboard while one types', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  unique,
  see,
  gone,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  // The menu fades away: the focus was taken back when it had.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const parts = partsOf(page);
  const customer = simulator.newCustomer('Etelvina');
  const connection = await simulator.connectionOf('Lojas Aurora');
  await simulator.say(connection, { ...customer, body: 'Bom dia' });

  const firstField = parts.dialog.getByRole('textbox').first();
  /** Opens it twice by its menu. Where it has a field, letters that come one by one while the menu fades all arrive. */
  const keepsKeyboard = async (button, action, hasField) => {
    for (const round of ['first', 'second']) {
      const what = `${action}, ${round}`;
      await button.click();
      await parts.menuItem(action).click();
      await see(parts.dialog);
      if (hasField) {
        await awaitKeyboardIn(firstField, what);
        const before = await firstField.inputValue();
        await page.keyboard.type(' da Luz', { delay: 40 });
        assert.equal(await firstField.inputValue(), `${before} da Luz`, what);
      }
      await keyboardStaysIn(hasField ? firstField : parts.dialog, what);
      await parts.dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
      await gone(parts.dialog);
    }
  };

  await keepsKeyboard(parts.accountMenu, 'Perfil', true);

  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill(customer.pushName);
  const more = parts.button(`Mais ações de ${customer.pushName}`);
  await see(more);
  await keepsKeyboard(more, 'Editar contato', true);
  for (const action of ['Bloquear', 'Unir com outro contato', 'Apagar todos os dados']) {
    await keepsKeyboard(more, action, false);
  }
  await keepsKeyboard(parts.button('Mais ações'), 'Importar contatos', false);

  const title = `Turno ${unique()}`;
  await page.goto('/chats');
  await parts.button('Nova conversa').first().click();
  await parts.dialog.getByLabel('Título').fill(title);
  await parts.dialog.getByLabel('Rafael Lima').check();
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(page.getByRole('region', { name: title }));
  const options = parts.button('Opções da conversa');
  await keepsKeyboard(options, 'Editar conversa', true);
  await keepsKeyboard(options, 'Excluir', false);
});
