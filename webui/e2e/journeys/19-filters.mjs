// spec: S028 S029 S030 S032 S095
import { test } from '../support/test.mjs';

test('tabs, search, tags, attendants and queues choose what the list shows', async ({
  newSignedInPage,
  simulator,
  partsOf,
  countIn,
  ask,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.admin);
  const parts = partsOf(page);
  const names = () => parts.list.getByRole('listitem').getByRole('link').allInnerTexts();
  const rows = parts.list.getByRole('listitem');
  const filled = (what, holds) =>
    until(
      async () => {
        const texts = await rows.allInnerTexts();
        return texts.length > 0 && holds(texts);
      },
      { what },
    );

  // an administrator sees everyone's, and can look at his own only
  const all = parts.list.getByRole('switch', { name: 'Todos' });
  assert.ok(await all.isChecked());
  await filled('open tickets of several attendants', (texts) => new Set(texts).size > 2);
  const colleagues = rows.filter({ hasText: /Marina Duarte|Rafael Lima/ });
  await see(colleagues.first());
  await all.click();
  await until(async () => (await colleagues.count()) === 0, { what: 'no ticket of a colleague' });
  await all.click();
  await see(colleagues.first());

  // each list says how many it has
  for (const [name, status] of [
    ['Atendendo', 'open'],
    ['Aguardando', 'pending'],
    ['Leads', 'lead'],
  ]) {
    await see(parts.tab(name).getByText(/^\d+$/));
    await until(
      async () => {
        const { count } = await ask(page, 'GET', `/tickets?status=${status}&showAll=true&snoozed=false`);
        return (await countIn(parts.tab(name))) === count;
      },
      { what: `as many as there are in ${name}` },
    );
  }

  await parts.tab('Leads').click();
  await filled('leads', () => true);
  await parts.tab('Fechados').click();
  await filled('closed tickets', () => true);

  // requests wait until the typing rests
  const asked = [];
  page.on('request', (request) => {
    if (request.url().includes('searchParam')) asked.push(request.url());
  });
  await parts.tab('Busca').click();
  const field = parts.list.getByPlaceholder('Nome, número ou mensagem');
  await field.pressSequentially('vestido midi', { delay: 20 });
  await filled('the ticket with these words', (texts) => texts.every((text) => /Beatriz Nogueira/.test(text)));
  const texts = asked.map((url) => new URL(url).searchParams.get('searchParam'));
  assert.equal(texts.at(-1), 'vestido midi');
  assert.ok(texts.length < 4, `not one request per letter: ${texts}`);
  await field.fill('CLINICA VIDA');
  await filled('a name without accents', (texts) => texts.every((text) => /Clínica Vida Leve/.test(text)));
  await field.fill('nada que exista');
  await see(parts.list.getByText('Nada encontrado'));
  await field.fill('');

  const tick = async (filter, option) => {
    await parts.list.getByRole('button', { name: filter }).click();
    await page.getByRole('menuitemcheckbox', { name: option }).click();
    await page.keyboard.press('Escape');
    await gone(page.getByRole('menu'));
  };
  await tick(/^Tags/, 'Troca');
  await filled('only tickets with this tag', (texts) => texts.every((text) => text.includes('Troca')));
  await tick(/^1 tag/, 'Troca');
  await tick(/^Atendentes/, /^Rafael/);
  await filled('only his tickets', (texts) => texts.every((text) => text.includes('Rafael')));
  await tick(/^1 atendente/, /^Rafael/);

  // somebody in each of two queues; who came last stands above
  const connection = await simulator.connectionOf('Lojas Aurora');
  const queues = await ask(page, 'GET', '/queue');
  const waitingFor = async (queue) => {
    const { from, pushName } = simulator.newCustomer('Nair');
    await simulator.say(connection, { from, pushName, body: 'Boa tarde' });
    const { id } = await until(
      async () => {
        const { tickets } = await ask(page, 'GET', '/tickets?status=pending');
        return tickets.find((ticket) => ticket.contact.name === pushName);
      },
      { what: 'the ticket' },
    );
    const queueId = queues.find((each) => each.name === queue).id;
    assert.equal((await ask(page, 'PUT', `/tickets/${id}`, { queueId })).queueId, queueId);
    return pushName;
  };
  const [carried, helped] = [await waitingFor('Logística'), await waitingFor('Suporte')];
  await tick(/^Filas/, 'Logística');
  await filled('this queue, and what has none yet', (texts) => texts.every((text) => /Logística|Sem fila/.test(text)));
  await see(parts.ticket(carried));
  await gone(parts.ticket(helped));
  await tick(/^Filas/, 'Suporte');
  await see(parts.ticket(helped));
  await see(parts.ticket(carried));
  await filled('both queues, and what has none yet', (shown) =>
    shown.every((text) => /Logística|Suporte|Sem fila/.test(text)),
  );

  // the choice lives in the address
  const kept = await names();
  await page.reload();
  await until(async () => JSON.stringify(await names()) === JSON.stringify(kept), {
    what: 'the same list',
  });

  // an attendant has no such switch and no filter by attendant
  const marina = await newSignedInPage(people.marina);
  const hers = partsOf(marina);
  await see(hers.list);
  assert.equal(await hers.list.getByRole('switch').count(), 0);
  await hers.tab('Busca').click();
  await see(hers.list.getByRole('button', { name: /^Tags/ }));
  assert.equal(await hers.list.getByRole('button', { name: /^Atendentes/ }).count(), 0);
  await hers.list.getByRole('button', { name: /^Filas/ }).click();
  assert.equal(await marina.getByRole('menuitemcheckbox', { name: 'Logística' }).count(), 0);
});
