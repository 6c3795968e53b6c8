// spec: A022 A024
import { test } from '../support/test.mjs';

test('a list begins with contacts that a filter meets, and the board shows the cards of an attendant or a queue', async ({
  newSignedInPage,
  partsOf,
  people,
  simulator,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const parts = partsOf(admin);

  // people of a new list: by a part of their name
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Quitéria');
  await simulator.say(connection, { ...customer, body: 'Oi' });
  const person = customer.pushName;
  const list = `Filtro ${Date.now() % 100_000}`;
  const field = (label) => parts.dialog.getByLabel(label, { exact: true });
  await admin.getByRole('link', { name: 'Listas de contatos' }).click();
  await parts.button('Nova lista').first().click();
  await field('Nome').fill(list);
  await field('Nome, número ou e-mail contém').fill(person.toUpperCase());
  await axe(admin, 'new list by a filter');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);
  await see(admin.getByRole('row', { name: new RegExp(list) }).getByText('1 contato'));
  await admin.getByRole('button', { name: `Abrir os contatos de ${list}` }).click();
  await see(admin.getByRole('row', { name: new RegExp(person) }));

  // the board: everybody, nobody's, Marina's; the totals follow
  await admin.getByRole('link', { name: 'Quadro' }).click();
  await see(admin.getByRole('heading', { level: 1, name: 'Quadro' }));
  // it is shown when all lanes are counted
  const total = async () =>
    Number(/^\d+/.exec(await admin.getByText(/^(\d+|nenhum) atendimentos?$/).innerText())?.[0] ?? 0);
  const head = parts.main;
  await until(async () => (await total()) > 0, { what: 'cards of all' });
  const all = await total();
  const choose = async (what, name) => {
    await head.getByRole('button', { name: new RegExp(`^${what}: `) }).click();
    await admin.getByRole('menuitemradio', { name, exact: true }).click();
  };
  await choose('Atendente', 'Marina Duarte');
  await until(async () => (await total()) < all, { what: 'fewer cards' });
  const hers = await total();
  await choose('Atendente', 'Sem atendente');
  await until(async () => (await total()) !== hers, { what: 'other cards' });
  const nobodys = await total();
  assert.ok(hers + nobodys <= all);
  await choose('Atendente', 'Todos os atendentes');
  await until(async () => (await total()) === all, { what: 'all again' });
  await choose('Fila', 'Vendas');
  await until(async () => (await total()) < all, { what: 'cards of a queue' });
  assert.equal(new URL(admin.url()).searchParams.has('queue'), true, 'a link shows the same');
  await axe(admin, 'filtered board');
  await admin.getByRole('tab', { name: 'FILAS' }).click();
  await gone(head.getByRole('button', { name: /^Fila: / }));

  const narrow = await newSignedInPage(people.admin, { size: 'narrow', theme: 'dark' });
  await narrow.goto('/kanban');
  await see(partsOf(narrow).main.getByRole('button', { name: /^Atendente: / }));
  await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
  await axe(narrow, 'filters of the board, narrow, dark');
});
