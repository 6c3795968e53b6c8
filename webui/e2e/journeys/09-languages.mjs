// spec: S006 S020
export default {
  name: 'the desk changes between Portuguese, English and Spanish',
  async run({ newSignedInPage, partsOf, languages, text, people, see, until }) {
    const page = await newSignedInPage(people.marina);
    const parts = partsOf(page);
    await see(parts.list);
    for (const language of [...languages.slice(1), languages[0]]) {
      await page.getByRole('button', { name: /^(Conta|Account|Cuenta)/ }).click();
      await page.getByRole('menuitemradio', { name: text(language, 'shell.language.own') }).click();
      await page.keyboard.press('Escape');
      await until(async () => (await page.locator('html').getAttribute('lang'))?.startsWith(language), {
        what: `html lang is ${language}`,
      });
      await see(page.getByRole('tab', { name: new RegExp(`^${text(language, 'tickets.tab.pending')}`) }));
    }
  },
};
