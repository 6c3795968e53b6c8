// Before, the first of these clicks put the crash page in the place of the conversation, with its text and its file,
// and the second was kept and done when the network came back.
import { test } from '../support/test.mjs';

test('without network a part that is not there yet can be asked for again, and no decision is made later', async ({
  newSignedInPage,
  simulator,
  samples,
  partsOf,
  people,
  accept,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina, { hasCable: true });
  page.expectErrors(/net::ERR_/, /WebSocket connection .* failed/);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Amadeu');
  await simulator.say(connection, { ...customer, body: 'Consegue hoje?' });
  await accept(page, customer.pushName);
  await parts.tab('Atendendo').click();
  await see(parts.ticket(customer.pushName));
  await parts.composer.fill('Vou ver com a loja');
  // notices are there before they are needed
  await until(() => page.evaluate(() => document.querySelector('section[aria-label^=Avisos]') !== null), {
    what: 'the notices',
  });

  await page.setNetwork(false);
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
  const resolve = parts.conversation.getByRole('button', { name: 'Resolver' });
  await resolve.click();
  await see(failed);
  assert.equal(await parts.composer.inputValue(), 'Vou ver com a loja');
  await failed.getByRole('button', { name: 'Fechar' }).click();
  await gone(failed);

  await parts.conversation.getByRole('button', { name: 'Devolver' }).click();
  await see(parts.notice('Sem conexão'));
  assert.ok(await parts.conversation.getByRole('button', { name: 'Devolver' }).isEnabled());

  const chooser = page.waitForEvent('filechooser');
  await parts.button('Anexar arquivos').click();
  await (await chooser).setFiles(samples.asUpload(samples.picture({ name: 'vitrine.png' })));
  await see(failed);

  // back on the net the file is there, the ticket is still hers, and the question is asked
  await page.setNetwork(true);
  await see(parts.conversation.getByRole('textbox', { name: 'Legenda de vitrine.png' }));
  await gone(failed);
  await gone(page.getByText('Sem conexão. Tentando reconectar…'));
  await see(parts.ticket(customer.pushName));
  await see(parts.conversation.getByRole('button', { name: 'Devolver' }));
  await resolve.click();
  await see(parts.dialog.getByRole('button', { name: 'Resolver' }));
});
