// Before, the code of a dialog came with the press that opened it, and the first letters went nowhere.
import { test } from '../support/test.mjs';

const DIALOGS = [
  { path: '/contacts', code: 'ContactDialog', button: 'Novo contato', field: 'Nome' },
  { path: '/users', code: 'UserDialog', button: 'Novo usuário', field: 'Nome' },
  { path: '/contact-lists', code: 'ListDialog', button: 'Nova lista', field: 'Nome' },
];

/** What comes with the code of a dialog, its texts above all, has come when nothing more has for so long. */
const STILL_MS = 400;

/** Answers whether the code of this name has come to the page, and nothing after it for a while. */
function arrivalOf(page, code) {
  let count = 0;
  let since = performance.now();
  return async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    if (names.length !== count) {
      count = names.length;
      since = performance.now();
    }
    return names.some((name) => name.includes(`/${code}-`)) && performance.now() - since >= STILL_MS;
  };
}

test('what is typed right after the press that opens a dialog is in its first field', async ({
  newSignedInPage,
  people,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  for (const { path, code, button, field } of DIALOGS) {
    await page.goto(path);
    // a page that has just come is left alone before it fetches one dialog after another
    await until(arrivalOf(page, code), { what: `the code of ${code}`, deadlineMs: 20_000 });
    // what has come is also run
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.getByRole('button', { name: button, exact: true }).first().click();
    // a dialog takes the focus with the next frame, before any finger is on a key
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.keyboard.type('Ana Luísa');
    const name = page.getByRole('dialog').getByLabel(field, { exact: true }).first();
    assert.equal(await name.inputValue(), 'Ana Luísa', path);
  }
});
