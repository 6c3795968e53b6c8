import { test } from '../support/test.mjs';

test('the filters of the list are kept under a name and brought back from it', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  await parts.tab('Busca').click();
  await parts.list.getByRole('button', { name: /^Qualquer status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Fechado' }).click();
  await parts.list.getByRole('searchbox').fill('pedido');
  const isFiltered = () => page.url().includes('status=closed') && page.url().includes('q=pedido');
  await until(async () => isFiltered(), { what: 'the filters in the address' });

  const saved = page.getByRole('dialog', { name: 'Filtros salvos' });
  await parts.button('Filtros salvos').click();
  await see(saved.getByText('Nenhum filtro salvo ainda.'));
  const name = saved.getByRole('textbox', { name: 'Salvar os filtros atuais como' });
  await name.fill('Pedidos fechados');
  // who leaves in between finds what was written
  await page.keyboard.press('Escape');
  await gone(saved);
  await parts.button('Filtros salvos').click();
  assert.equal(await name.inputValue(), 'Pedidos fechados');
  await saved.getByRole('button', { name: 'Salvar' }).click();
  await see(saved.getByRole('button', { name: 'Pedidos fechados', exact: true }));
  await axe(page);

  await page.goto('/tickets');
  await parts.button('Filtros salvos').click();
  await saved.getByRole('button', { name: 'Pedidos fechados', exact: true }).click();
  await until(async () => isFiltered(), { what: 'the filters again' });
  await gone(saved);

  await parts.button('Filtros salvos').click();
  await saved.getByRole('button', { name: 'Apagar o filtro Pedidos fechados' }).click();
  await see(saved.getByText('Nenhum filtro salvo ainda.'));
});
