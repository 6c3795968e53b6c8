// spec: A027 A049 A075 A085 A116 A121
import { test } from '../support/test.mjs';

test('an admin makes a list of files with uploads, changes it and deletes it', async ({
  newPage,
  newSignedInPage,
  partsOf,
  people,
  samples,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  const name = `Catálogo ${Date.now() % 100_000}`;
  const row = (page) => page.getByRole('row', { name: new RegExp(name) });
  await admin.getByRole('link', { name: 'Listas de arquivos' }).click();
  await see(admin.getByRole('heading', { level: 1, name: 'Listas de arquivos' }));
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();

  await parts.button('Nova lista').first().click();
  await field('Nome').fill('ab');
  await save();
  await see(parts.dialog.getByText('nome muito curto'));
  await see(parts.dialog.getByText('Obrigatório'));
  await field('Nome').fill(name);
  await field('Mensagem').fill('Segue o catálogo, {{firstName}}!');
  const add = async (number, label, file) => {
    await parts.dialog.getByRole('button', { name: 'Adicionar arquivo' }).click();
    if (label) await field(`Nome do arquivo ${number}`).fill(label);
    await parts.dialog
      .locator('input[type="file"]')
      .nth(number - 1)
      .setInputFiles(samples.asUpload(file));
  };
  await add(1, 'Preços', samples.paper({ name: 'precos.pdf' }));
  await add(2, '', samples.paper({ name: 'fotos.pdf' }));
  await axe(admin, 'new file list');
  await save();
  await gone(parts.dialog);
  await see(row(admin).getByRole('link', { name: 'Preços' }));
  await see(row(admin).getByRole('link', { name: 'fotos.pdf' }));
  // a second window hears of changes
  const watcher = await admin.context().newPage();
  await watcher.goto('/files');
  await see(row(watcher).getByRole('link', { name: 'Preços' }));

  // the file is there, and gone when its option is
  const href = await row(admin).getByRole('link', { name: 'Preços' }).getAttribute('href');
  const statusOf = () =>
    admin.evaluate(async (url) => (await globalThis.fetch(url, { cache: 'no-store' })).status, href);
  assert.equal(await statusOf(), 200);
  await row(admin)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await parts.dialog.getByRole('button', { name: 'Tirar o arquivo 1' }).click();
  await save();
  await gone(parts.dialog);
  await gone(row(admin).getByRole('link', { name: 'Preços' }));
  admin.expectErrors(/status of 404 .*\/media\//);
  assert.equal(await statusOf(), 404);
  await gone(row(watcher).getByRole('link', { name: 'Preços' }));

  // what is half written is not lost by Escape
  await row(admin)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await field('Mensagem').fill('Outra coisa');
  await admin.keyboard.press('Escape');
  await see(admin.getByText('Descartar as mudanças?'));
  await admin.getByRole('button', { name: 'Descartar', exact: true }).click();
  await gone(parts.dialog);

  await axe(admin, 'file lists');
  let last = admin;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    await narrow.goto('/files');
    await see(row(narrow));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `file lists, narrow, ${theme}`);
    await narrow.getByRole('button', { name: `Editar ${name}` }).click();
    await see(partsOf(narrow).dialog.getByLabel('Nome', { exact: true }));
    await axe(narrow, `file list, narrow, ${theme}`);
  }
  await admin.getByRole('searchbox', { name: 'Buscar listas' }).fill(name.toUpperCase());
  await row(admin)
    .getByRole('button', { name: `Excluir ${name}` })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row(admin));
  await gone(row(watcher));

  // an attendant has neither the item nor the page
  const marina = await newSignedInPage(people.marina);
  assert.equal(await marina.getByRole('link', { name: 'Listas de arquivos' }).count(), 0);
  await marina.goto('/files');
  await until(async () => !marina.url().endsWith('/files'), { what: 'led away' });
});
