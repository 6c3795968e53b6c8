// spec: S012 S038 A012 A139
import { test } from '../support/test.mjs';

test('an attendant sees no numbers while the company hides them, and an admin does', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  accept,
  see,
  gone,
  axe,
  assert,
}) => {
  const admin = await newSignedInPage(people.admin);
  const marina = await newSignedInPage(people.marina);
  const [boss, hers] = [partsOf(admin), partsOf(marina)];
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Zenaide');
  const { from } = customer;
  const shown = `+55 11 ${from.slice(4, 9)}-${from.slice(9)}`;
  const hidden = `+55 11 •••••-••${from.slice(-2)}`;
  await simulator.say(connection, { ...customer, body: 'Bom dia' });
  await accept(marina, customer.pushName);
  const drawer = (page) => page.getByRole('group', { name: 'Contato', exact: true });
  await marina.getByRole('button', { name: 'Dados do contato' }).click();
  await see(drawer(marina).getByText(shown));

  // the switch counts at once, on the page that is open
  const hides = admin.getByRole('switch', { name: /Ocultar números dos atendentes/ });
  await admin.goto('/settings');
  await hides.click();
  await see(boss.notice('Operação atualizada com sucesso.'));
  await see(drawer(marina).getByText(hidden));
  await gone(marina.getByText(shown));
  await axe(marina, "contact's side, hidden number");
  await drawer(marina).getByRole('button', { name: 'Editar contato' }).click();
  const number = drawer(marina).getByLabel('Número');
  assert.equal(await number.getAttribute('readonly'), '');
  await drawer(marina).getByLabel('E-mail (opcional)').fill('zenaide@exemplo.com');
  await drawer(marina).getByRole('form', { name: 'Editar contato' }).getByRole('button', { name: 'Salvar' }).click();
  await see(hers.notice('Contato salvo com sucesso!'));

  // a customer without a name has none but his number
  const nobody = simulator.newCustomer('x').from;
  await simulator.say(connection, { from: nobody, pushName: nobody, body: 'Oi' });
  await hers.tab('Aguardando').click();
  await see(hers.ticket(`+55 11 •••••-••${nobody.slice(-2)}`));
  const find = (page, text) => page.getByRole('searchbox', { name: 'Buscar contatos' }).fill(text);
  // the number stands twice, below the name where there is no room beside it
  const beside = (page, name, number) =>
    page
      .getByRole('list', { name: 'Contatos' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(number)
      .last();
  await marina.goto('/contacts');
  await find(marina, from.slice(4));
  await see(marina.getByText('Nenhum contato encontrado'));
  await find(marina, from);
  await see(beside(marina, customer.pushName, hidden));
  await axe(marina, 'contacts, hidden numbers');

  // the admin sees all, and that nothing was overwritten
  await admin.goto('/contacts');
  await find(admin, from.slice(4));
  await see(beside(admin, 'zenaide@exemplo.com', shown));
  await admin.goto('/settings');
  await hides.click();
  await see(boss.notice('Operação atualizada com sucesso.'));
  await see(beside(marina, customer.pushName, shown));
});
