// spec: A010 A033
import { test } from '../support/test.mjs';

test("an admin builds the robot's menu, plays it on the phone, saves it, and a customer is led by it", async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  await page.goto('/queues');
  const name = `Loja ${simulator.newCustomer('x').from.slice(-6)}`;
  await parts.button('Nova fila').click();
  await parts.dialog.getByLabel('Nome').fill(name);
  await parts.dialog.getByLabel('Mensagem de saudação').fill('Bem-vindo à loja!');
  await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await gone(parts.dialog);

  // a model to start from, an option of one's own, and both played as they stand
  const menu = () => page.getByRole('button', { name: `Menu do robô de ${name}` });
  await menu().click();
  await parts.dialog.getByRole('button', { name: 'Modelo: loja' }).click();
  await parts.dialog.getByRole('button', { name: 'Nova opção' }).click();
  await page.keyboard.type('Falar com o gerente');
  await parts.dialog.getByLabel('Mensagem ao escolher').fill('O gerente já vem.');
  const phone = parts.dialog.getByRole('region', { name: 'Como o cliente vê' });
  await see(phone.getByText(/Bem-vindo à loja!/));
  await see(phone.getByText(/\[ 4 \] - Falar com o gerente/));
  await phone.getByLabel('Escreva como cliente').fill('gerente');
  await phone.getByLabel('Escreva como cliente').fill('4');
  await phone.getByRole('button', { name: 'Enviar como cliente' }).click();
  await see(phone.getByText(/O gerente já vem\./));
  await see(phone.getByText('Agora aguarda uma pessoa'));
  await axe(page, "robot's menu");

  // what is deleted comes back; what is not saved is asked about
  await parts.dialog.getByRole('treeitem', { name: /Horários e endereço/ }).press('Delete');
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await gone(parts.dialog.getByRole('treeitem', { name: /Horários e endereço/ }));
  await parts.dialog.getByRole('button', { name: 'Desfazer' }).click();
  await see(parts.dialog.getByRole('treeitem', { name: /Horários e endereço/ }));
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await parts.dialog.getByRole('button', { name: 'Salvar menu' }).click();
  await gone(parts.dialog);

  // saved as it was played
  await page.reload();
  await menu().click();
  await until(async () => (await parts.dialog.getByRole('treeitem').count()) === 6, { what: 'all options are there' });
  await parts.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await gone(parts.dialog);

  // a queue that is deleted says where its tickets go
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await parts.dialog.getByLabel('Atendimentos em andamento vão para').selectOption({ label: 'Vendas' });
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await gone(parts.dialog);
  await gone(page.getByRole('row', { name: new RegExp(name) }));
});
