import { Buffer } from 'node:buffer';
import { test } from '../support/test.mjs';

// spec: A022 A043 A081 A111
const HEADS = ['whatsapp', 'nome', 'número', 'e-mail', 'ações'];

test('an admin makes a contact list, fills it by hand and from a sheet, and deletes it', async ({
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
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);
  const mark = Date.now() % 100_000;
  const name = `Clientes ${mark}`;
  const row = (page, text) => page.getByRole('row', { name: new RegExp(text) });
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  const number = (end) => `55119${String(mark).padStart(5, '0')}${end}`;

  await admin.getByRole('link', { name: 'Listas de contatos' }).click();
  await see(admin.getByRole('heading', { level: 1, name: 'Listas de contatos' }));
  await see(row(admin, 'Clientes VIP'));
  await parts.button('Nova lista').first().click();
  await field('Nome').fill('a');
  await save();
  await see(parts.dialog.getByText('Muito curto!'));
  await field('Nome').fill(name);
  await axe(admin, 'new contact list');
  await save();
  await gone(parts.dialog);
  await see(row(admin, name).getByText('Nenhum contato'));
  // a second window hears of everything
  const watcher = await admin.context().newPage();
  await watcher.goto('/contact-lists');
  await see(row(watcher, name));

  // the example has the columns that an import takes
  const download = admin.waitForEvent('download');
  await row(admin, name)
    .getByRole('button', { name: /planilha de exemplo/ })
    .click();
  assert.equal((await download).suggestedFilename(), 'exemplo-lista.csv');

  await row(admin, name)
    .getByRole('button', { name: `Abrir os contatos de ${name}` })
    .click();
  await see(admin.getByRole('heading', { level: 1, name }));
  await see(admin.getByText('Ninguém nesta lista ainda'));
  await axe(admin, 'empty contact list');

  // by hand: what is wrong is said, who is there once is not taken twice
  await parts.button('Novo contato').click();
  await field('Nome').fill('B');
  await field('Número (opcional)').fill('123');
  await field('E-mail (opcional)').fill('bia@');
  await save();
  await see(parts.dialog.getByText('Muito curto!').first());
  await see(parts.dialog.getByText('E-mail inválido'));
  await field('Nome').fill('Beatriz Rocha');
  await field('Número (opcional)').fill(number('001'));
  await field('E-mail (opcional)').fill('bia@exemplo.com');
  await axe(admin, 'new contact of a list');
  await save();
  await gone(parts.dialog);
  await see(row(admin, 'Beatriz Rocha'));
  await see(row(admin, 'Beatriz Rocha').getByText('No WhatsApp'));
  await parts.button('Novo contato').click();
  await field('Nome').fill('Outra');
  await field('Número (opcional)').fill(number('001'));
  admin.expectErrors(/status of 409/);
  await save();
  await see(parts.dialog.getByText('Este número já está na lista.'));
  // what is half written is not lost by Escape
  await admin.keyboard.press('Escape');
  await see(admin.getByText('Descartar as mudanças?'));
  await admin.getByRole('button', { name: 'Descartar', exact: true }).click();
  await gone(parts.dialog);

  // from a sheet: first what would happen, then the import
  const sheet = [
    'Nome;Número;E-mail',
    `Caio Lima;${number('002')};caio@exemplo.com`,
    `Duda sem WhatsApp;55119${String(mark).slice(0, 3).padStart(3, '0')}00000;`,
    `De novo;${number('001')};`,
    'Sem número;12;',
  ].join('\n');
  await parts.button('Importar').first().click();
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
  await parts.dialog.locator('input[type="file"]').setInputFiles(file);
  await see(parts.dialog.getByText('2 de 4 linhas serão importadas'));
  await see(parts.dialog.getByText('Já está nesta lista'));
  await see(parts.dialog.getByText('Não é um número de telefone'));
  await axe(admin, 'import into a contact list');
  await parts.dialog.getByRole('button', { name: 'Importar 2 contatos' }).click();
  await gone(parts.dialog);
  await see(row(admin, 'Caio Lima').getByText('No WhatsApp'));
  await see(row(admin, 'Duda sem WhatsApp').getByText('Não tem WhatsApp'));
  await see(admin.getByText('3 contatos · 2 no WhatsApp · 1 sem WhatsApp · 0 na fila'));
  await see(row(watcher, name).getByText('3 contatos'));

  await admin.getByRole('searchbox', { name: 'Buscar na lista' }).fill('CAIO');
  await gone(row(admin, 'Beatriz Rocha'));
  await see(row(admin, 'Caio Lima'));
  await admin.getByRole('searchbox', { name: 'Buscar na lista' }).fill('');
  await row(admin, 'Caio Lima').getByRole('button', { name: 'Editar Caio Lima' }).click();
  await field('Nome').fill('Caio Nogueira');
  await save();
  await gone(parts.dialog);
  await see(row(admin, 'Caio Nogueira'));
  await axe(admin, 'contact list');
  const heads = (await admin.getByRole('columnheader').allInnerTexts()).map((head) => head.trim().toLowerCase());
  assert.deepEqual(heads, HEADS);

  const page = new globalThis.URL(admin.url()).pathname;
  // each goes on with the session of the one before
  let storageState = await admin.context().storageState();
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState, size: 'narrow', theme });
    await narrow.goto(page);
    await see(row(narrow, 'Caio Nogueira'));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `contact list, narrow, ${theme}`);
    await partsOf(narrow).button('Listas').click();
    await see(row(narrow, name));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `contact lists, narrow, ${theme}`);
    storageState = await narrow.context().storageState();
  }

  await row(admin, 'Caio Nogueira').getByRole('button', { name: 'Excluir Caio Nogueira' }).click();
  await parts.dialog.getByRole('button', { name: 'Tirar da lista' }).click();
  await gone(row(admin, 'Caio Nogueira'));
  await see(row(watcher, name).getByText('2 contatos'));

  await parts.button('Listas').click();
  await admin.getByRole('searchbox', { name: 'Buscar listas' }).fill(name.toUpperCase());
  await axe(admin, 'contact lists');
  await row(admin, name)
    .getByRole('button', { name: `Excluir ${name}` })
    .click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row(admin, name));
  await gone(row(watcher, name));

  // an attendant has neither the item nor the page
  const marina = await newSignedInPage(people.marina);
  assert.equal(await marina.getByRole('link', { name: 'Listas de contatos' }).count(), 0);
  await marina.goto('/contact-lists');
  await until(async () => !marina.url().endsWith('/contact-lists'), { what: 'led away' });
});
