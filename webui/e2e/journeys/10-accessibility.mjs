// spec: S034
import { test } from '../support/test.mjs';

test('tickets, conversation, dialogs, connections and simulator are clean in both themes', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  people,
  samples,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const connection = await simulator.connectionOf('Lojas Aurora');
  for (const theme of ['light', 'dark']) {
    const page = await newSignedInPage(people.admin, { theme });
    const parts = partsOf(page);
    await until(async () => (await parts.list.getByRole('listitem').count()) > 2, {
      what: 'a filled list',
    });
    await axe(page, `tickets, ${theme}`);

    const customer = simulator.newCustomer('Lia');
    await simulator.say(connection, { ...customer, body: 'Olá! Vejam https://exemplo.com.br' });
    await accept(page, customer.pushName);
    await simulator.sendFile(connection, { ...customer, type: 'image', body: 'Foto' }, samples.picture());
    await simulator.sendFile(connection, { ...customer, type: 'audio' }, samples.audio());
    await simulator.sendFile(connection, { ...customer, type: 'document' }, samples.paper());
    await simulator.say(connection, {
      ...customer,
      type: 'location',
      location: {
        latitude: -23.55,
        longitude: -46.63,
        name: 'Loja Centro',
        address: 'Praça da Sé',
      },
    });
    await write(page, 'Anotado');
    await parts.button('Sussurro').click();
    await write(page, 'Só entre nós');
    await see(parts.message('Foto'));
    await see(parts.message('Loja Centro'));
    await axe(page, `conversation, ${theme}`);

    await parts.button('Transferir').click();
    await see(parts.dialog);
    await axe(page, `transfer, ${theme}`);
    await page.keyboard.press('Escape');
    await gone(parts.dialog);
    await parts.bell.click();
    await see(page.getByRole('dialog', { name: 'Notificações' }));
    await axe(page, `bell, ${theme}`);
    await page.keyboard.press('Escape');

    // the theme follows the button as well
    await page.getByRole('button', { name: theme === 'light' ? 'Usar tema escuro' : 'Usar tema claro' }).click();
    await until(async () => (await page.locator('html').getAttribute('data-theme')) !== theme, {
      what: 'the theme',
    });
    await page.getByRole('button', { name: theme === 'light' ? 'Usar tema claro' : 'Usar tema escuro' }).click();

    await page.goto('/connections');
    await see(page.getByRole('article', { name: 'Matriz' }));
    await axe(page, `connections, ${theme}`);
    await parts.button('Nova conexão').click();
    await see(parts.dialog);
    await axe(page, `new connection, ${theme}`);
    await page.goto('/simulator');
    await see(page.getByRole('region', { name: /^Telefone de/ }));
    await axe(page, `simulator, ${theme}`);
    assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
  }
});
