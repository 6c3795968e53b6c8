// spec: S018 S068 S142
import { dayIn, heldOf, writtenOf } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test("a date is typed and chosen in the user's language, by hand and by keyboard, and a wrong one is said and not lost", async ({
  newPage,
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  await page.goto('/schedules');
  await parts.button('Novo agendamento').click();
  const time = parts.dialog.getByLabel('Data de envio');
  const opener = parts.dialog.getByRole('button', { name: 'Abrir o calendário' });
  const grid = page.getByRole('grid').last();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  // digits are enough
  await time.fill('');
  await time.pressSequentially('261120301430');
  assert.equal(await time.inputValue(), '26/11/2030 14:30');

  // what does not exist stays where it is, and nothing is saved in its place
  await time.fill('');
  await time.pressSequentially('310220301000');
  assert.equal(await parts.dialog.getByText('Data incompleta ou que não existe').count(), 0, 'not while it is typed');
  await parts.dialog.getByLabel('Mensagem', { exact: true }).fill('Até lá, Beatriz');
  const wrong = parts.dialog.getByText('Data incompleta ou que não existe');
  await see(wrong);
  await parts.dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  assert.equal(await time.inputValue(), '31/02/2030 10:00');
  assert.equal(await time.evaluate((field) => field === document.activeElement), true, 'it leads to the field');
  assert.equal(await parts.dialog.getByText('Obrigatório').count(), 0, 'nothing else was asked');
  await axe(page, 'a wrong date');

  // by keyboard through the calendar, the time of day stays
  await time.fill('26/11/2030 14:30');
  await gone(wrong);
  await opener.focus();
  await page.keyboard.press('Enter');
  await see(grid);
  await until(async () => (await focused())?.startsWith('terça-feira, 26 de novembro de 2030'), {
    what: 'it begins at the day',
  });
  await axe(page, 'calendar, light');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await until(async () => /27 de dezembro de 2030/.test(await focused()), { what: 'a month later' });
  await page.keyboard.press('Home');
  await until(async () => (await focused())?.startsWith('domingo, 22 de dezembro'), {
    what: 'the week begins on Sunday',
  });
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal(await time.inputValue(), '28/12/2030 14:30');

  // Escape closes the calendar alone
  await page.keyboard.press('Escape');
  await gone(grid);
  await see(parts.dialog.getByRole('heading', { name: 'Novo agendamento' }));
  await until(async () => (await focused()) === 'Abrir o calendário', { what: 'back at its button' });
  await opener.click();
  await page.getByRole('button', { name: 'Hoje', exact: true }).click();
  await page.getByLabel('Hora', { exact: true }).fill('23:59');
  await page.getByRole('button', { name: 'Pronto', exact: true }).click();
  await gone(grid);
  assert.equal(heldOf(await time.inputValue()), `${dayIn(0)}T23:59`);

  // a filter's bounds, and what may be empty is cleared
  const admin = await newSignedInPage(people.admin);
  await admin.goto('/contacts');
  await admin.getByRole('button', { name: 'Data de cadastro' }).click();
  const from = admin.getByLabel('Cadastrados desde');
  const to = admin.getByLabel('Cadastrados até');
  await from.fill(dayIn(-1));
  await to.fill(dayIn(-3));
  await see(admin.getByText(`Não pode ser antes de ${writtenOf(dayIn(-1))}`));
  await admin.getByRole('button', { name: 'Abrir o calendário' }).last().click();
  await admin.getByRole('button', { name: 'Limpar', exact: true }).click();
  await gone(admin.getByRole('grid'));
  assert.equal(await to.inputValue(), '');
  assert.equal(await from.inputValue(), writtenOf(dayIn(-1)));
  await admin.keyboard.press('Escape');
  await gone(from);

  // in every language with its day first; the language names it and begins the week
  let last = page;
  for (const [locale, keys, text, title, weekday] of [
    ['en', '261120300230p', '26/11/2030 14:30', 'November 2030', 'Sun'],
    ['es', '261120301430', '26/11/2030 14:30', 'noviembre de 2030', 'lun'],
  ]) {
    for (const [size, theme] of [
      ['wide', 'light'],
      ['narrow', 'dark'],
    ]) {
      const other = await newPage({ storageState: await last.context().storageState(), size, theme });
      last = other;
      await other.goto('/schedules');
      await other.evaluate((name) => localStorage.setItem('locale', name), locale);
      await other.reload();
      const words = { en: ['New schedule', 'Open the calendar'], es: ['Nueva programación', 'Abrir el calendario'] };
      const [begin, open] = words[locale];
      await other.getByRole('button', { name: begin }).first().click();
      const field = other.getByPlaceholder(locale === 'en' ? 'dd/mm/yyyy hh:mm' : 'dd/mm/aaaa hh:mm');
      await field.fill('');
      await field.pressSequentially(keys);
      await field.press('Tab');
      assert.equal(await field.inputValue(), text);
      await other.getByRole('dialog').getByRole('button', { name: open }).click();
      await see(other.getByText(title));
      const calendar = other.getByRole('grid').last();
      const first = await calendar.getByRole('columnheader').first().innerText();
      assert.equal(first, weekday);
      await axe(other, `calendar, ${locale}, ${size}, ${theme}`);
      assert.equal(await overflowOf(other), 0, 'the calendar is beside the page');
      await other.screenshot({ path: test.info().outputPath(`dates-${locale}-${size}-${theme}.png`) });
    }
  }
});
