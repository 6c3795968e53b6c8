// spec: S016 S018 S040 S057 S081 A020 A052
import { test } from '../support/test.mjs';

test('tasks are added, changed and deleted, stay in this browser and reach nobody else', async ({
  newPage,
  newSignedInPage,
  partsOf,
  overflowOf,
  people,
  see,
  gone,
  axe,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  await page.getByRole('link', { name: 'Tarefas' }).click();
  await page.waitForURL('**/todolist');
  await see(page.getByText('Nenhuma tarefa'));
  const field = page.getByLabel('Nova tarefa');
  const tasks = page.getByRole('list', { name: 'Lista de tarefas' }).getByRole('listitem');

  // nothing is made of nothing
  await parts.button('Adicionar').click();
  await field.fill('   ');
  await parts.button('Adicionar').click();
  await see(page.getByText('Nenhuma tarefa'));

  for (const text of ['Ligar para a Bia', 'Enviar o boleto']) {
    await field.fill(text);
    await page.keyboard.press('Enter');
    await see(tasks.filter({ hasText: text }));
  }
  await page.getByRole('button', { name: 'Editar Ligar para a Bia' }).click();
  assert.equal(await field.inputValue(), 'Ligar para a Bia');
  await field.fill('Ligar para o Caio');
  await parts.button('Salvar').click();
  await see(tasks.filter({ hasText: 'Ligar para o Caio' }));
  await gone(tasks.filter({ hasText: 'Ligar para a Bia' }));

  // ticked off, and that is kept; the other one is as it was
  await page.getByRole('checkbox', { name: 'Concluir Enviar o boleto' }).check();
  await page.reload();
  assert.equal(await page.getByRole('checkbox', { name: 'Concluir Enviar o boleto' }).isChecked(), true);
  const kept = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('todo:'));
    return JSON.parse(localStorage.getItem(key));
  });
  assert.deepEqual(Object.keys(kept[0]).toSorted(), ['createdAt', 'text', 'updatedAt']);

  // the server knows nothing of it: what is asked while one looks at it is not about tasks
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await see(tasks.filter({ hasText: 'Enviar o boleto' }));
  assert.ok(asked.every((url) => !/\/api\/.*(task|todo)/.test(url)));

  let last = page;
  for (const theme of ['light', 'dark']) {
    const narrow = await newPage({ storageState: await last.context().storageState(), size: 'narrow', theme });
    last = narrow;
    await narrow.goto('/todolist');
    await see(narrow.getByText('Enviar o boleto'));
    await axe(narrow, `to-do, narrow, ${theme}`);
    assert.equal(await overflowOf(narrow), 0);
  }
  await axe(page, 'to-do, wide');

  for (const text of ['Ligar para o Caio', 'Enviar o boleto'])
    await page.getByRole('button', { name: `Excluir ${text}` }).press('Enter');
  await see(page.getByText('Nenhuma tarefa'));
  const other = await newSignedInPage(people.rafael);
  await other.goto('/todolist');
  await see(other.getByText('Nenhuma tarefa'));
});
