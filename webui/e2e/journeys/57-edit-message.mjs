// spec: S034 S046
import { test } from '../support/test.mjs';

test('a sent text is corrected: the phone and a colleague see the new one, marked as edited', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  open,
  write,
  chooseForMessage,
  people,
  see,
  until,
  axe,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const admin = await newSignedInPage(people.admin);
  const [hers, boss] = [partsOf(marina), partsOf(admin)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Otília');
  const said = await simulator.say(connection, { ...customer, body: 'Meu CEP é 01310-000' });
  await accept(marina, customer.pushName);
  await boss.tab('Atendendo').click();
  await open(admin, customer.pushName);

  await write(marina, 'Chega na tersa-feira');
  const signed = '*Marina Duarte:*\nChega na tersa-feira';
  await until(async () => (await simulator.ledgerOf(connection, customer.from, signed)).length === 1, {
    what: 'the text on the phone',
  });
  await see(hers.message('Chega na tersa-feira').getByRole('img'));
  // somebody else's words cannot be changed
  await boss.message('Chega na tersa-feira').hover();
  await boss.message('Chega na tersa-feira').getByRole('button', { name: 'Opções da mensagem' }).click();
  await see(boss.menuItem('Apagar'));
  assert.equal(await boss.menuItem('Editar').count(), 0);
  await admin.keyboard.press('Escape');

  await chooseForMessage(marina, 'Chega na tersa-feira', 'Editar');
  const field = hers.dialog.getByRole('textbox', { name: 'Novo texto' });
  await see(field);
  await axe(marina);
  // without the line of the signature, and ready to be written on
  assert.equal(await field.inputValue(), 'Chega na tersa-feira');
  await until(() => field.evaluate((element) => element === document.activeElement), {
    what: 'the keyboard in the text',
  });
  await marina.keyboard.type(', 14 h');
  assert.equal(await field.inputValue(), 'Chega na tersa-feira, 14 h');
  await field.fill('Chega na terça-feira');
  await field.press('Enter');
  await see(hers.message('Chega na terça-feira').getByText('Editada'));
  await see(boss.message('Chega na terça-feira').getByText('Editada'));
  const reached = await simulator.ledgerOf(connection, customer.from);
  assert.deepEqual(
    reached.map((entry) => entry.body),
    ['*Marina Duarte:*\nChega na terça-feira'],
  );

  await simulator.say(connection, { ...customer, type: 'edit', targetId: said, body: 'Meu CEP é 01310-100' });
  await see(hers.message('Meu CEP é 01310-100').getByText('Editada'));

  // what it said before is not lost
  await chooseForMessage(marina, 'Chega na terça-feira', 'Ver versões');
  const versions = hers.dialog.getByRole('listitem');
  await see(versions.nth(1).getByText('Chega na tersa-feira'));
  assert.match(await versions.first().innerText(), /Agora\s+Marina Duarte:\s+Chega na terça-feira/);
  await axe(marina, 'versions');
});
