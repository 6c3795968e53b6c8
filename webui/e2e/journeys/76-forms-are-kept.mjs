// Without the mend the first press outside, Escape, Back or reload emptied the form.
import { test } from '../support/test.mjs';

test('a form with changes is not lost by a stray click, by Escape, by Back or by a reload', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await parts.button('Nova tag').click();
  const name = page.getByLabel('Nome');
  const question = page.getByRole('dialog', { name: 'Descartar as mudanças?' });

  // nothing written, nothing asked
  await see(name);
  await page.mouse.click(5, 5);
  await gone(parts.dialog);

  await parts.button('Nova tag').click();
  await name.click();
  await page.keyboard.type('Troca de');
  await page.mouse.click(5, 5);
  await page.keyboard.type(' cor');
  assert.equal(await name.inputValue(), 'Troca de cor');

  await page.keyboard.press('Escape');
  await see(question);
  await page.keyboard.press('Escape');
  await gone(question);
  await parts.button('Fechar').click();
  await see(question);
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await gone(question);

  await page.goBack();
  await see(question);
  await page.keyboard.press('Escape');
  await gone(question);
  assert.equal(new URL(page.url()).pathname, '/tags');

  const asked = new Promise((resolve) => page.once('dialog', resolve));
  void page.evaluate(() => setTimeout(() => location.reload()));
  const unload = await asked;
  assert.equal(unload.type(), 'beforeunload');
  await unload.dismiss();
  assert.equal(await name.inputValue(), 'Troca de cor');

  // given up, Back goes where it was to go
  await page.goBack();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await gone(name);
  await page.waitForURL((url) => url.pathname !== '/tags');
});
