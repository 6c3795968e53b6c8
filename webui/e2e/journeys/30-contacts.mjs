// spec: S012 S044 S073 S084 S108 S127 S131 S135 B20
import { readFile } from 'node:fs/promises';
import { test } from '../support/test.mjs';

/** Numbers that no other journey uses. */
/** A mobile number also without its ninth digit: a landline's begins lower. */
const number = () => `554899${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

test('contacts are found, made, edited, imported, exported, merged, blocked and deleted, and a second browser follows', async ({
  newPage,
  newSignedInPage,
  partsOf,
  overflowOf,
  people,
  see,
  gone,
  until,
  axe,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.waitForURL('**/contacts');
  const second = await newPage({ storageState: await page.context().storageState() });
  await second.goto('/contacts');
  const list = (where) => where.getByRole('list', { name: 'Contatos' });
  const row = (where, name) => list(where).getByRole('listitem').filter({ hasText: name });
  const find = (where, text) => where.getByRole('searchbox', { name: 'Buscar contatos' }).fill(text);
  const choose = async (name, action) => {
    await row(page, name)
      .getByRole('button', { name: `Mais ações de ${name}` })
      .click();
    await parts.menuItem(action).click();
  };
  await see(list(page).getByRole('listitem').first());

  // what is wrong is said at the field, and nothing is made
  // with a letter: the search looks into numbers too, and six digits may be part of one
  const mark = `q${number().slice(-6)}`;
  const name = `Quitéria ${mark}`;
  const own = number();
  await parts.button('Novo contato').click();
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await save();
  await see(parts.dialog.getByText('Obrigatório'));
  await parts.dialog.getByLabel('Nome', { exact: true }).fill('Q');
  await parts.dialog.getByLabel('Número').fill('1234567');
  await parts.dialog.getByLabel('E-mail (opcional)').fill('quiteria@');
  await save();
  await until(async () => (await parts.dialog.getByText('Muito curto!').count()) === 2, {
    what: 'two short fields',
  });
  await see(parts.dialog.getByText('E-mail inválido'));
  await parts.dialog.getByLabel('Nome', { exact: true }).fill(name);
  await parts.dialog.getByLabel('Número').fill(own);
  await parts.dialog.getByLabel('E-mail (opcional)').fill('quiteria@exemplo.com');
  await parts.dialog.getByRole('button', { name: 'Adicionar informação' }).click();
  await parts.dialog.getByLabel('Nome da informação 1').fill('CPF');
  await parts.dialog.getByLabel('Valor da informação 1').fill('123');
  await axe(page, 'contact dialog');
  await save();
  await see(parts.notice('Contato salvo com sucesso.'));
  await gone(parts.dialog);
  await find(second, name);
  await see(row(second, name).getByText('quiteria@exemplo.com'));

  // one number is one contact, in both Brazilian forms
  await parts.button('Novo contato').click();
  await parts.dialog.getByLabel('Nome', { exact: true }).fill('Outra');
  await parts.dialog.getByLabel('Número').fill(own.slice(0, 4) + own.slice(5));
  page.expectErrors(/status of 400 .*\/api\/contacts/);
  await save();
  await see(parts.dialog.getByText('Já existe um contato com este número.'));
  await parts.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(parts.dialog);

  await find(page, name);
  await row(page, name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  assert.equal(await parts.dialog.getByLabel('Valor da informação 1').inputValue(), '123');
  await parts.dialog.getByLabel('Nome', { exact: true }).fill(`${name} B`);
  await save();
  await gone(parts.dialog);
  await see(row(second, `${name} B`));

  // the ticket begins with the contact chosen
  await row(page, name)
    .getByRole('button', { name: `Novo atendimento com ${name} B` })
    .click();
  await page.waitForURL('**/tickets?contact=*');
  await see(parts.dialog.getByText(`${name} B`));
  await parts.dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await find(page, name);
  await see(row(page, name));

  // with tickets it stays; the answer says why
  page.expectErrors(/status of 409 .*\/api\/contacts/);
  await choose(`${name} B`, 'Excluir');
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await see(parts.notice('O contato tem atendimentos e não pode ser excluído.'));
  await gone(parts.dialog);

  // a spreadsheet: what would happen, row by row, and then the import
  const twin = number();
  const csv = `nome;numero;email\nImportada ${mark};${twin};\nRuim ${mark};12;\nConhecida ${mark};${own};\n`;
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await parts.menuItem('Importar contatos').click();
  await parts.dialog
    .getByLabel('Escolher ou soltar um arquivo')
    .setInputFiles({ name: 'contatos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await see(parts.dialog.getByText('1 de 3 linhas serão importadas'));
  await see(parts.dialog.getByText('Não é um número de telefone'));
  await see(parts.dialog.getByText('Já existe um contato com este número'));
  await axe(page, 'import dialog');
  await parts.dialog.getByRole('button', { name: 'Importar 1 contato' }).click();
  await gone(parts.dialog);
  await find(page, mark);
  await see(row(page, `Importada ${mark}`));
  await find(second, mark);
  await see(row(second, `Importada ${mark}`));

  // what the search found is exported
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    parts.menuItem('Exportar o resultado da busca').click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  assert.equal(lines.length, 3);
  assert.ok(lines.some((line) => line.startsWith(`Importada ${mark},${twin}`)));

  // everything that is kept of one person
  const [data] = await Promise.all([page.waitForEvent('download'), choose(`Importada ${mark}`, 'Baixar os dados')]);
  const [kept] = (await readFile(await data.path(), 'utf8')).split('\n');
  assert.equal(JSON.parse(kept).data.name, `Importada ${mark}`);

  // two that are one person
  await choose(`${name} B`, 'Unir com outro contato');
  await parts.dialog.getByRole('combobox').fill(`Importada ${mark}`);
  await parts.dialog.getByRole('option', { name: `Importada ${mark}` }).click();
  await axe(page, 'merge dialog');
  await parts.dialog.getByRole('button', { name: 'Unir contatos' }).click();
  await gone(parts.dialog);
  for (const where of [page, second]) await gone(row(where, `Importada ${mark}`));

  await choose(`${name} B`, 'Bloquear');
  await parts.dialog.getByRole('button', { name: 'Bloquear' }).click();
  for (const where of [page, second]) await see(row(where, name).getByText('Bloqueado'));
  await choose(`${name} B`, 'Desbloquear');
  await parts.dialog.getByRole('button', { name: 'Desbloquear' }).click();
  for (const where of [page, second]) await gone(row(where, name).getByText('Bloqueado'));

  // erased with all that is kept of him
  await choose(`${name} B`, 'Apagar todos os dados');
  await parts.dialog.getByRole('button', { name: 'Apagar todos os dados' }).click();
  for (const where of [page, second]) await gone(row(where, `${name} B`));

  await find(page, 'ninguém se chama assim');
  await see(page.getByText('Nenhum contato encontrado'));
  await parts.button('Limpar a busca').click();
  await see(list(page).getByRole('listitem').first());

  // each goes on with the sign-in of the one before: an older token of it would end it
  let last = second;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    await narrow.goto('/contacts');
    await see(list(narrow).getByRole('listitem').first());
    await axe(narrow, `contacts, narrow, ${theme}`);
    assert.equal(await overflowOf(narrow), 0);
  }
  await axe(page, 'contacts, wide');

  // attendants neither import nor export nor delete
  const rafael = await newSignedInPage(people.rafael);
  await rafael.goto('/contacts');
  await see(list(rafael).getByRole('listitem').first());
  assert.equal(await rafael.getByRole('button', { name: 'Mais ações', exact: true }).count(), 0);
  await list(rafael)
    .getByRole('button', { name: /^Mais ações de/ })
    .first()
    .click();
  await see(rafael.getByRole('menuitem', { name: 'Editar contato' }));
  assert.deepEqual(await rafael.getByRole('menuitem').allInnerTexts(), ['Editar contato', 'Agendar mensagem']);
});
