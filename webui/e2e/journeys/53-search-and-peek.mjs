// spec: S029 S032 S037 S080 S084 S087 S136
import { test } from '../support/test.mjs';

test('a message far back is found by its words and gone to; who leads peeks without opening', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  write,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const connection = await simulator.connectionOf('Lojas Aurora');
  const marina = await newSignedInPage(people.marina);
  const parts = partsOf(marina);
  const customer = simulator.newCustomer('Wanderleia Figueiredo');
  const word = `zebra${customer.from.slice(-6)}`;
  await simulator.say(connection, { ...customer, body: `A estampa de ${word} está em falta?` });
  for (let line = 1; line <= 60; line += 1) await simulator.say(connection, { ...customer, body: `Linha ${line}` });
  await accept(marina, customer.pushName);
  await see(parts.message('Linha 60'));

  // the message lies three pages back
  await parts.tab('Busca').click();
  await parts.list.getByPlaceholder('Nome, número ou mensagem').fill(word.toUpperCase());
  await parts.list.getByRole('tab', { name: 'Mensagens' }).click();
  const hit = parts.list.getByRole('link', { name: new RegExp(customer.pushName) });
  await see(hit);
  assert.equal(await hit.locator('mark').innerText(), word);
  await axe(marina, 'found messages');
  await hit.click();
  const first = parts.message(word);
  await see(first);
  await until(
    async () => {
      const box = await first.boundingBox();
      return box && box.y > 100 && box.y + box.height < 800;
    },
    { what: 'the message in sight' },
  );
  await until(() => new URL(marina.url()).searchParams.get('message') === null, {
    what: 'an address that can be reloaded',
  });
  await parts.list.getByPlaceholder('Nome, número ou mensagem').fill('palavra que ninguém disse');
  await see(parts.list.getByText('Nenhuma mensagem encontrada'));

  // an attendant has no peek; an admin looks, sees what goes on, and changes nothing
  assert.equal(await parts.list.getByRole('button', { name: /^Espiar/ }).count(), 0);
  const admin = await newSignedInPage(people.admin);
  const his = partsOf(admin);
  const row = his.ticket(customer.pushName).first();
  await row.hover();
  await row.getByRole('button', { name: `Espiar a conversa com ${customer.pushName}` }).click();
  await see(his.dialog.getByText('Linha 60'));
  await see(his.dialog.getByText(/com Marina Duarte/));
  await axe(admin, 'peek');
  assert.equal(await his.dialog.getByRole('textbox').count(), 0);
  await write(marina, 'Chega na quinta');
  await see(his.dialog.getByText('Chega na quinta'));
  await his.dialog.getByText('Chega na quinta').hover();
  assert.equal(await his.dialog.getByRole('button', { name: 'Opções da mensagem' }).count(), 0);
  await admin.keyboard.press('Escape');
  await gone(his.dialog);
  assert.equal(new URL(admin.url()).pathname, '/tickets');

  // only an admin deletes a ticket
  await parts.tab('Abertos').click();
  await marina.getByRole('button', { name: 'Mais opções' }).click();
  assert.equal(await parts.menuItem('Excluir atendimento').count(), 0);
  await marina.keyboard.press('Escape');
  await row.getByRole('link').click();
  await admin.getByRole('button', { name: 'Mais opções' }).click();
  await his.menuItem('Excluir atendimento').click();
  // whoever has it open asks for it once more
  for (const page of [admin, marina]) page.expectErrors(/status of 404 .*\/api\/(tickets|messages)/);
  await his.dialog.getByRole('button', { name: 'Excluir atendimento' }).click();
  await see(his.notice('Atendimento excluído.'));
  await gone(parts.ticket(customer.pushName));

  // a long name ends with its row on a small screen
  const other = simulator.newCustomer('Maximiliana Albuquerque');
  await simulator.say(connection, { ...other, body: 'Oi' });
  const narrow = await newSignedInPage(people.rafael, { size: 'narrow' });
  await narrow.goto('/tickets?list=pending');
  await see(partsOf(narrow).list.getByRole('link', { name: other.pushName }).first());
  await until(async () => (await overflowOf(narrow)) === 0, { what: 'nothing beside the page' });
});
