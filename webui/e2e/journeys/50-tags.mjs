// spec: S018 S033 S052 S104 A011 A078 A095
import { test } from '../support/test.mjs';

test('tags are made, searched, changed and deleted, and given to a ticket while others look on', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const hers = partsOf(admin);
  await admin.getByRole('link', { name: 'Tags', exact: true }).click();
  const row = (page, name) => page.getByRole('row', { name: new RegExp(name) });
  await see(row(admin, 'VIP'));
  const suffix = simulator.newCustomer('x').from.slice(-6);
  const name = `Devolução ${suffix}`;

  // what is wrong is said at the field
  const save = () => hers.dialog.getByRole('button', { name: 'Salvar' }).click();
  await hers.button('Nova tag').click();
  await save();
  await see(hers.dialog.getByText('Obrigatório'));
  await hers.dialog.getByLabel('Nome').fill('ab');
  await save();
  await see(hers.dialog.getByText('Mensagem muito curta'));
  await hers.dialog.getByLabel('Nome').fill('VIP');
  admin.expectErrors(/status of 400 .*\/api\/tags/);
  await save();
  await see(hers.dialog.getByText('Já existe uma tag com este nome.'));
  await hers.dialog.getByLabel('Nome').fill(name);
  await hers.dialog.getByRole('radio', { name: 'Cor #c2414b' }).check();
  await hers.dialog.getByRole('switch', { name: 'Raia do kanban' }).click();
  await axe(admin, 'new tag');
  await save();
  await gone(hers.dialog);
  await see(row(admin, name).getByText('Raia do kanban'));

  const search = admin.getByRole('searchbox', { name: 'Buscar tags' });
  await search.fill(`DEVOLUCAO ${suffix}`);
  await gone(row(admin, 'VIP'));
  await see(row(admin, name));
  await search.fill('nada que exista');
  await see(admin.getByText('Nenhuma tag encontrada'));
  await search.fill('');
  await see(row(admin, 'VIP'));

  // an attendant gives it to a ticket, and makes another by its name alone
  const marina = await newSignedInPage(people.marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Tânia');
  await simulator.say(connection, { ...customer, body: 'O vestido veio errado' });
  await accept(marina, customer.pushName);
  const editTags = marina.getByRole('button', { name: 'Editar tags' });
  await editTags.click();
  const editor = marina.getByRole('dialog', { name: 'Editar tags' });
  await editor.getByRole('combobox').fill('devolucao');
  await editor.getByRole('option', { name }).click();
  const own = `Feira ${suffix}`;
  // what is pressed on the spot of the last press within half a second would be its second half
  await editor.getByRole('combobox').click();
  await editor.getByRole('combobox').fill(own);
  await editor.getByRole('button', { name: `Criar “${own}”` }).click();
  await see(editor.getByRole('option', { name: own, selected: true }));
  await axe(marina, 'tag editor');
  await marina.keyboard.press('Escape');
  await gone(editor);
  const conversation = partsOf(marina).conversation;
  for (const tag of [name, own]) await see(conversation.getByText(tag, { exact: true }));

  // the ticket carries them in other browsers too, and follows a new name
  await admin.goto('/tickets');
  await hers.tab('Busca').click();
  await hers.list.getByPlaceholder('Nome, número ou mensagem').fill(customer.from);
  await see(hers.ticket(customer.pushName).getByText(name));
  await admin.goto('/tags');
  await see(row(admin, name).getByText('1 atendimento'));
  await row(admin, name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  const renamed = `Troca ${suffix}`;
  await hers.dialog.getByLabel('Nome').fill(renamed);
  await save();
  await gone(hers.dialog);
  await see(conversation.getByText(renamed, { exact: true }));
  await gone(conversation.getByText(name, { exact: true }));
  await row(admin, renamed)
    .getByRole('button', { name: `Excluir ${renamed}` })
    .click();
  await see(hers.dialog.getByText('Ela sai de 1 atendimento.'));
  await hers.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(row(admin, renamed));
  await gone(conversation.getByText(renamed, { exact: true }));

  // an attendant sees the list and makes tags, but neither changes nor deletes them
  await marina.goto('/tags');
  await see(row(marina, 'VIP'));
  assert.equal(await marina.getByRole('button', { name: /^(Editar|Excluir)/ }).count(), 0);
  await partsOf(marina).button('Nova tag').click();
  await see(partsOf(marina).dialog.getByLabel('Nome'));
  assert.equal(await partsOf(marina).dialog.getByRole('switch').count(), 0);

  for (const theme of ['light', 'dark']) {
    const narrow = await newSignedInPage(people.rafael, { size: 'narrow', theme });
    await narrow.goto('/tags');
    await see(row(narrow, 'VIP'));
    await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
    await axe(narrow, `tags, narrow, ${theme}`);
  }
});
