// spec: S006 S143
import { test } from '../support/test.mjs';

test('the whole desk changes between Portuguese, English and Spanish', async ({
  newSignedInPage,
  partsOf,
  languages,
  languageNames,
  text,
  people,
  see,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  await see(partsOf(page).list);
  const choose = async (language) => {
    await page.getByRole('button', { name: /^(Conta|Account|Cuenta)/ }).click();
    await page.getByRole('menuitemradio', { name: languageNames[language] }).click();
    await until(async () => (await page.locator('html').getAttribute('lang'))?.startsWith(language), {
      what: `html lang is ${language}`,
    });
  };
  for (const language of ['en', 'es', 'pt']) {
    assert.ok(languages.includes(language));
    await choose(language);
    const tab = (id) => page.getByRole('tab', { name: new RegExp(`^${text(language, id)}`) });
    for (const id of ['tickets.tab.open', 'tickets.tab.closed', 'tickets.list.pending']) await see(tab(id));
    await see(page.getByRole('heading', { name: text(language, 'tickets.title') }));

    // kept over a reload and on every page
    await page.reload();
    await see(tab('tickets.list.pending'));
    await page.getByRole('link', { name: text(language, 'shell.menu.connections') }).click();
    await see(page.getByRole('heading', { level: 1, name: text(language, 'connections.title') }));
    await see(page.getByRole('button', { name: text(language, 'connections.new') }));
    await page.getByRole('link', { name: text(language, 'shell.menu.tickets') }).click();
  }
});
