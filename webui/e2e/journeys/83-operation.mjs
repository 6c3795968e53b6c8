import { test } from '../support/test.mjs';

test('a super user sees nodes, actors, connections and jobs, and others do not', async ({
  newPage,
  newSignedInPage,
  signIn,
  people,
  see,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const page = await newSignedInPage(people.super);
  await page.getByRole('link', { name: 'Operação' }).click();
  await page.waitForURL('**/operators');
  const panel = (name) => page.getByRole('region', { name, exact: true }).first();
  await see(panel('Nós').getByText('No ar').first());
  await see(panel('Pede atenção'));
  await see(panel('Atores').getByRole('rowheader', { name: 'Connection por número' }));
  await see(panel('Conexões').getByText('Lojas Aurora').first());
  await see(panel('Tarefas').getByRole('row', { name: /Agendamentos.*5 s.*Certo/ }));
  await see(page.getByRole('heading', { name: 'Comandos lentos' }));
  // from the second look on it knows how much is handled in a second
  const rooms = panel('Atores').getByRole('row', { name: /^Connection/ });
  await until(async () => !(await rooms.getByRole('cell').nth(1).innerText()).includes('—'), {
    what: 'messages in a second',
    within: 20_000,
  });
  // a head puts its table in order, and turns it round when it is asked again
  const names = () => panel('Tarefas').getByRole('rowheader').allInnerTexts();
  const job = panel('Tarefas').getByRole('columnheader', { name: 'Tarefa' });
  await job.getByRole('button').click();
  assert.equal(await job.getAttribute('aria-sort'), 'ascending');
  const ascending = await names();
  await job.getByRole('button').click();
  assert.equal(await job.getAttribute('aria-sort'), 'descending');
  assert.deepEqual(await names(), ascending.toReversed());
  // a row opens what it did over the range, in its place
  const opener = panel('Atores').getByRole('button', { name: 'Connection por número' });
  await opener.click();
  await see(panel('Atores').getByRole('img', { name: /^Tratadas\/s: agora/ }));
  await page.getByRole('tab', { name: '1 h' }).click();
  await see(page.getByRole('tab', { name: '1 h', selected: true }));
  await page.getByRole('tab', { name: '15 min' }).click();
  await axe(page, 'operation');
  await page.getByRole('button', { name: 'Pausar' }).click();
  await see(page.getByText('Pausado'));
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  const dark = await newPage({ theme: 'dark' });
  await signIn(dark, people.super);
  await dark.goto('/operators');
  await see(dark.getByRole('heading', { name: 'Atores' }));
  await axe(dark, 'operation, dark');

  const helena = await newSignedInPage(people.admin);
  assert.equal(await helena.getByRole('link', { name: 'Operação' }).count(), 0);
  await helena.goto('/operators');
  await see(helena.getByText('Você não tem permissão para acessar essa página! Estamos lhe redirecionando.'));
  await helena.waitForURL((url) => url.pathname === '/');
});
