// spec: A011 A024 A034
import { test } from '../support/test.mjs';

test('lanes of the board have a category, and the board shows those of the chosen ones', async ({
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
  const suffix = simulator.newCustomer('x').from.slice(-6);
  const category = `Vendas ${suffix}`;
  const names = [`Proposta ${suffix}`, `Fechado ${suffix}`];
  const row = (name) => admin.getByRole('row', { name: new RegExp(name) });

  // only a lane has one
  await admin.goto('/tags');
  for (const name of names) {
    await parts.button('Nova tag').click();
    await parts.dialog.getByLabel('Nome').fill(name);
    assert.equal(await parts.dialog.getByLabel('Categoria').count(), 0);
    await parts.dialog.getByRole('switch', { name: 'Raia do kanban' }).click();
    await parts.dialog.getByLabel('Categoria').fill(category);
    await axe(admin, `new lane ${name}`);
    await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
    await gone(parts.dialog);
    await see(row(name).getByText(category));
  }

  // chosen together, and beside a lane that has none
  await admin.goto('/kanban');
  const lane = (name) =>
    admin.getByRole('main').locator('section[data-lane]', { has: admin.getByRole('heading', { name }) });
  for (const name of [...names, 'Novo contato']) await see(lane(name));
  const choose = async (...words) => {
    await admin.getByRole('button', { name: /^Categorias/ }).click();
    for (const word of words) await admin.getByRole('menuitemcheckbox', { name: word, exact: true }).click();
    await admin.keyboard.press('Escape');
  };
  await choose(category);
  await see(admin.getByRole('button', { name: 'Categorias: 1 categoria' }));
  await gone(lane('Novo contato'));
  for (const name of names) await see(lane(name));
  await axe(admin, 'board of a category');
  await choose('Novo contato');
  for (const name of [...names, 'Novo contato']) await see(lane(name));
  await choose(category, 'Novo contato');
  await see(admin.getByRole('button', { name: 'Categorias: Todas' }));
  await admin.setViewportSize({ width: 390, height: 844 });
  await until(async () => (await overflowOf(admin)) === 0, { what: 'nothing beside the page' });
  await admin.setViewportSize({ width: 1440, height: 900 });

  // as it was
  await admin.goto('/tags');
  for (const name of names) {
    await row(name)
      .getByRole('button', { name: `Excluir ${name}` })
      .click();
    await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
    await gone(row(name));
  }
});
