// spec: S006 S007 S017 S022 S057 S119 S131 S143
import { test } from '../support/test.mjs';

test('the login page speaks three languages, is clean in both themes, refuses a wrong password and offers the demo', async ({
  newPage,
  axe,
  languages,
  languageNames,
  text,
  overflowOf,
  partsOf,
  see,
  gone,
  assert,
  people,
  until,
}) => {
  for (const theme of ['light', 'dark']) {
    for (const size of ['wide', 'narrow']) {
      const page = await newPage({ theme, size });
      await page.goto('/tickets');
      await page.waitForURL('**/login');
      await see(page.getByRole('heading', { level: 1 }));
      assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
      await axe(page, `login, ${theme}, ${size}`);
      assert.equal(await overflowOf(page), 0, `login scrolls sideways, ${size}`);
    }
  }

  for (const language of languages) {
    const page = await newPage({ locale: { pt: 'pt-BR', en: 'en-US', es: 'es-ES' }[language] });
    await page.goto('/login');
    // S143: Portuguese first, whatever the browser speaks
    await see(page.getByRole('heading', { name: text('pt', 'login.title') }));
    await page.getByRole('combobox').selectOption({ label: languageNames[language] });
    await see(page.getByRole('heading', { name: text(language, 'login.title') }));
    await until(async () => (await page.locator('html').getAttribute('lang'))?.startsWith(language), {
      what: `html lang is ${language}`,
    });
    await page.getByRole('combobox').selectOption({ label: languageNames.es });
    await see(page.getByRole('heading', { name: text('es', 'login.title') }));
  }

  const page = await newPage();
  page.expectErrors(/status of 401 .*\/api\/auth\/login/);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(people.marina.email);
  await page.getByLabel('Senha', { exact: true }).fill('errada-123');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await see(page.getByText(text('pt', 'errors.ERR_INVALID_CREDENTIALS')));
  assert.match(page.url(), /\/login$/);

  await page.getByRole('button', { name: 'Mostrar a senha' }).click();
  assert.equal(await page.getByLabel('Senha', { exact: true }).getAttribute('type'), 'text');

  // one click on a person of the demo
  // the words stand for three seconds, whatever else has come by then
  await Promise.all([
    page.waitForURL('**/tickets'),
    see(partsOf(page).list),
    see(page.getByText('login successful')),
    page.getByRole('button', { name: /^Marina/ }).click(),
  ]);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ['token', 'companyId', 'userId', 'companyDueDate']) {
    assert.ok(kept.includes(key), `${key} is kept`);
  }
  await gone(page.getByText('login successful'));
});
