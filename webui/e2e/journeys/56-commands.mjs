import { test } from '../support/test.mjs';

test('Ctrl+K goes to pages and tickets, and ? shows the shortcuts', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  assert,
}) => {
  for (const theme of ['light', 'dark']) {
    const page = await newSignedInPage(people.marina, { theme });
    const parts = partsOf(page);
    await page.keyboard.press('Control+k');
    const bar = page.getByRole('combobox', { name: 'Ir para' });
    await bar.fill('rapi');
    await see(page.getByRole('option', { name: 'Respostas rápidas' }));
    await axe(page, `command bar, ${theme}`);
    await bar.press('Enter');
    await page.waitForURL('**/quick-messages');
    await gone(bar);
    await page.keyboard.press('Control+k');
    await bar.fill('conexões');
    await see(page.getByText('Nada encontrado'));
    await bar.fill('Beatriz Nogueira');
    await page
      .getByRole('option', { name: /^Beatriz Nogueira/ })
      .first()
      .click();
    await see(parts.main.getByRole('region', { name: 'Beatriz Nogueira' }));

    // a question mark in a text is a question mark
    await parts.composer.fill('');
    await parts.composer.press('?');
    assert.equal(await parts.composer.inputValue(), '?');
    await parts.composer.fill('');
    await page.getByRole('heading', { name: 'Atendimentos' }).click();
    await page.keyboard.press('?');
    await see(parts.dialog.getByText('Atalhos do teclado'));
    await axe(page, `shortcuts, ${theme}`);
    await page.keyboard.press('Escape');
    await gone(parts.dialog);
  }
});
