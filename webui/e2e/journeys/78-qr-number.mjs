import { test } from '../support/test.mjs';

test('who pairs an ordinary number is told first what that means, and what became of it', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  assert,
  axe,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  const { dialog } = parts;
  const note = dialog.getByRole('region', { name: 'Antes de parear: este caminho não é oficial' });
  const name = `Celular ${simulator.newCustomer('x').from.slice(-6)}`;
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/connections');
  await parts.button('Nova conexão').click();
  await see(note);
  await axe(page, 'the note, narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/connections');

  // it is the first choice, and the official way stands beside it
  await parts.button('Nova conexão').click();
  assert.ok(await dialog.getByRole('radio', { name: /^Aparelho/ }).isChecked());
  await see(note);
  for (const part of ['Os termos do WhatsApp não permitem isso.', 'pode bloquear o número', 'pode mudar o protocolo'])
    await see(note.getByText(part));
  await axe(page, 'the note before a number is paired');
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe(page, 'the note, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await note.getByRole('button', { name: 'Usar a API oficial' }).click();
  assert.ok(await dialog.getByRole('radio', { name: /^Cloud API/ }).isChecked());
  await gone(note);
  await see(dialog.getByLabel('Token de acesso', { exact: true }));
  await dialog.getByText('Aparelho (QR Code)', { exact: true }).click();
  await see(note);
  assert.equal(await dialog.getByLabel('Token de acesso', { exact: true }).count(), 0);

  // WhatsApp is not there: that is said, and it is tried again by itself
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const pairing = page.getByRole('dialog', { name: /^Leia o QR Code/ });
  await see(pairing.getByText('O WhatsApp não pode ser alcançado daqui no momento.'));
  await axe(page, 'WhatsApp is out of reach');
  await page.keyboard.press('Escape');
  await gone(pairing);
  await see(card.getByText(/Aparelho \(QR Code\)/));
  await see(card.getByText('O WhatsApp não pode ser alcançado daqui no momento.'));
  await see(card.getByText('Sem resposta').first());
  await card.getByRole('button', { name: 'Desconectar' }).click();
  await see(card.getByRole('button', { name: 'Novo QR Code' }));

  await card.getByRole('button', { name: /^Editar/ }).click();
  await see(dialog.getByLabel('Nome'));
  assert.equal(await dialog.getByRole('radio').count(), 0, 'another provider is another connection');
  await gone(note);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Excluir/ }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(card);
});
