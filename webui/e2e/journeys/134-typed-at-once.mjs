// Before, the code of a dialog came with the press that opened it, and the first letters went nowhere.
import { test } from '../support/test.mjs';

const DIALOGS = [
  { path: '/contacts', code: 'ContactDialog', button: 'Adicionar contato', field: 'Nome' },
  { path: '/users', code: 'UserDialog', button: 'Adicionar usuário', field: 'Nome' },
  { path: '/contact-lists', code: 'ListDialog', button: 'Nova lista', field: 'Nome' },
];

test('what is typed right after the press that opens a dialog is in its first field', async ({
  newSignedInPage,
  people,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  for (const { path, code, button, field } of DIALOGS) {
    await page.goto(path);
    const isHere = () =>
      page.evaluate(
        (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}-`)),
        code,
      );
    await until(isHere, { what: `the code of ${code}` });
    // what has come is also run
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.getByRole('button', { name: button }).first().click();
    await page.keyboard.type('Ana Luísa');
    const name = page.getByRole('dialog').getByLabel(field, { exact: true }).first();
    assert.equal(await name.inputValue(), 'Ana Luísa', path);
  }
});
