// Before, what was typed while the code of a dialog was on its way went nowhere, and its spaces to the button.
import { test } from '../support/test.mjs';

const DIALOGS = [
  { path: '/contacts', button: 'Novo contato', field: 'Nome' },
  { path: '/users', button: 'Novo usuário', field: 'Nome' },
  { path: '/contact-lists', button: 'Nova lista', field: 'Nome' },
  // its frame is there before what fills it
  { path: '/tickets', button: 'Novo', field: 'Contato' },
];

/** Code that a page asks for after `hold` waits for `release`. */
async function holdCodeOf(page) {
  let held = 0;
  let gate = Promise.resolve();
  let release = () => {};
  await page.route('**/assets/*.js', async (route) => {
    held += 1;
    await gate;
    held -= 1;
    await route.continue().catch(() => undefined);
  });
  return {
    isHeld: () => held > 0,
    isFree: () => held === 0,
    hold() {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

test('what is typed while a dialog is on its way is in its first field', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  const code = await holdCodeOf(page);
  const hasCome = (name) =>
    page.evaluate(
      (part) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${part}-`)),
      name,
    );

  /** Presses a button on a page that was just loaded, whose dialog then waits for its code. */
  async function openLater(path, name) {
    await page.goto(path);
    const button = parts.main.getByRole('button', { name, exact: true }).first();
    await see(button);
    // what keeps the letters comes with the table of the pages, and is run when the page rests
    await until(() => hasCome('OtherPage'), { what: 'the table of the pages' });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    code.hold();
    await button.click();
    await until(code.isHeld, { what: `the code of ${name} asked for` });
    return button;
  }

  for (const { path, button, field } of DIALOGS) {
    await openLater(path, button);
    await page.keyboard.type('Ana Luizz');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('a');
    const first = parts.dialog.getByLabel(field, { exact: true }).first();
    assert.equal(await first.count(), 0, path);
    code.release();
    await until(async () => (await first.inputValue()) === 'Ana Luiza', { what: `the name in the dialog of ${path}` });
    await page.keyboard.type(' Melo');
    assert.equal(await first.inputValue(), 'Ana Luiza Melo', path);
    assert.equal(await parts.dialog.count(), 1, path);
    await first.fill('');
  }

  // it is a change like any other: the form is not left without a question
  await openLater('/contacts', 'Novo contato');
  await page.keyboard.type('Ana');
  code.release();
  const name = parts.dialog.getByLabel('Nome', { exact: true });
  await until(async () => (await name.inputValue()) === 'Ana', { what: 'the name' });
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Descartar as mudanças?' });
  await question.getByRole('button', { name: 'Descartar', exact: true }).click();
  await gone(parts.dialog);

  // Escape gives up a dialog that is not there yet, and what was typed for it
  const button = await openLater('/contacts', 'Novo contato');
  await page.keyboard.type('Ana');
  await page.keyboard.press('Escape');
  code.release();
  await until(async () => code.isFree() && (await hasCome('ContactDialog')), { what: 'the code of the dialog' });
  await button.click();
  await see(name);
  assert.equal(await name.inputValue(), '');
  assert.equal(await parts.dialog.count(), 1);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);
});
