// spec: S006 S022 S143
import { test } from '../support/test.mjs';

test('the desk is used by the keyboard, quick messages are previewed, and marks are read as meant', async ({
  newPage,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  // the first visit is in Portuguese, whatever the browser speaks; the offer is kept to, and a choice is kept
  const guest = await newPage({ locale: 'en-US' });
  await guest.goto('/login');
  await see(guest.getByRole('heading', { name: 'Entrar' }));
  const offer = guest.getByRole('group', { name: 'Outro idioma' });
  await see(offer.getByText('Also available in English.'));
  await axe(guest, 'the offer of a language');
  await offer.getByRole('button', { name: 'Use English' }).click();
  await until(async () => (await guest.locator('html').getAttribute('lang')) === 'en', { what: 'English' });
  await gone(offer);
  await guest.reload();
  await until(async () => (await guest.locator('html').getAttribute('lang')) === 'en', { what: 'English, kept' });
  assert.equal(await guest.getByText('Also available in English.').count(), 0);

  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  await page.goto('/tickets');
  await see(page.getByText('Fechar a conversa'));
  await see(page.locator('kbd', { hasText: 'Ctrl' }));
  await axe(page, 'the hints');
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Quitéria Alves');
  await simulator.say(connection, { ...customer, body: 'Preciso de:\n- *nota* fiscal\n- _boleto_\n> até sexta' });
  await parts.tab('Aguardando').click();
  await see(parts.ticket(customer.pushName).getByText('Preciso de: • nota fiscal • boleto até sexta'));
  await accept(page, customer.pushName);
  const bubble = parts.message(/Preciso de/);
  await see(bubble.locator('b', { hasText: 'nota' }));
  await see(bubble.locator("[data-mark='•']").first());

  // a slash alone lists all; what stands around it stays
  const list = page.getByRole('listbox', { name: 'Respostas rápidas' });
  await parts.composer.fill('/');
  await see(list.getByRole('option').nth(1));
  await parts.composer.fill('Aviso: /oi');
  await see(list.getByRole('option').first());
  await see(page.locator('figure').getByText(/(Boa madrugada|Bom dia|Boa tarde|Boa noite), Quitéria!/));
  await axe(page, 'quick messages with a preview');
  await parts.composer.press('Enter');
  await until(async () => /^Aviso: .*\{\{firstName\}\}/s.test(await parts.composer.inputValue()), {
    what: 'the text where its code stood',
  });
  await parts.composer.fill('');

  // a place and a person
  await page.getByRole('button', { name: 'Localização ou contato' }).click();
  await page.getByRole('menuitem', { name: 'Localização' }).click();
  await parts.dialog.getByLabel('Coordenadas ou link do mapa').fill('https://maps.example/@-23.5614,-46.6559,17z');
  await parts.dialog.getByLabel('Nome do lugar').fill('Loja Centro');
  await axe(page, 'a place');
  await parts.dialog.getByRole('button', { name: 'Enviar' }).click();
  await see(parts.bubbles.getByText('Loja Centro'));
  await page.getByRole('button', { name: 'Localização ou contato' }).click();
  await page.getByRole('menuitem', { name: 'Contato' }).click();
  await parts.dialog.getByLabel('Nome').fill('Ana Lima');
  await parts.dialog.getByLabel('Número').fill('+55 11 98888-7777');
  await axe(page, 'a person');
  await parts.dialog.getByRole('button', { name: 'Enviar' }).click();
  await see(parts.bubbles.filter({ hasText: 'Ana Lima' }).getByRole('button', { name: 'Conversar' }));
  await until(
    async () => {
      const reached = await simulator.ledgerOf(connection, customer.from);
      return reached.some((each) => each.type === 'location') && reached.some((each) => each.type === 'contacts');
    },
    { what: 'both on the phone' },
  );

  // Escape lets the quote go first, then closes; the arrows walk, Enter opens
  await parts.tab('Atendendo').click();
  await see(parts.ticket(customer.pushName));
  await parts.composer.press('Escape');
  await page.waitForURL((url) => url.pathname === '/tickets');
  const row = parts.ticket(customer.pushName).getByRole('link');
  await until(async () => row.evaluate((link) => link === document.activeElement), { what: 'the focus on its row' });
  await page.keyboard.press('ArrowDown');
  assert.equal(await row.evaluate((link) => link === document.activeElement), false);
  await page.keyboard.press('ArrowUp');
  assert.equal(await row.evaluate((link) => link === document.activeElement), true);
  await page.keyboard.press('Enter');
  await see(parts.message(/Preciso de/));
  await parts.composer.fill('Já *envio*');
  await parts.send.click();
  await see(parts.message('Já envio').locator('b', { hasText: 'envio' }));
});
