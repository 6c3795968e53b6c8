// spec: S020 S095 S108
import { dayIn } from '../support/dates.mjs';
import { test } from '../support/test.mjs';

test('a colleague is named in a note and led to it, lists go by days, and a phone has every control', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const admin = await newSignedInPage(people.admin);
  const hers = partsOf(marina);
  await admin.goto('/contacts');
  // who is named is told only where somebody listens: what tells comes with the news, after the page
  await until(admin.isListening, { what: 'the page listens' });
  await see(admin.getByRole('button', { name: /^Informativos/ }));
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Ivo Prates');
  await simulator.say(connection, { ...customer, body: 'Quero falar com a gerência' });
  await accept(marina, customer.pushName);
  await hers.button('Dados do contato').click();
  const note = marina.getByRole('textbox', { name: 'Nova observação' });
  await note.fill('Veja isto, ');
  await note.pressSequentially('@hel');
  await see(marina.getByRole('list', { name: 'Colegas' }).getByRole('button', { name: 'Helena Castro' }));
  await axe(marina, 'colleagues in a note');
  await note.press('Enter');
  await until(async () => (await note.inputValue()) === 'Veja isto, @Helena Castro ', { what: 'the whole name' });
  await marina.getByRole('button', { name: 'Adicionar' }).click();
  await see(marina.locator('b', { hasText: '@Helena Castro' }));

  // she is told wherever she is, and led to the note
  const told = admin.getByText(/Marina Duarte mencionou você em Ivo Prates.*: Veja isto, @Helena Castro/);
  await see(told);
  await admin.getByRole('button', { name: 'Abrir', exact: true }).click();
  await see(admin.getByRole('group', { name: 'Contato' }).locator('b', { hasText: '@Helena Castro' }));

  // by days: today has it, the day before yesterday has not
  await hers.tab('Busca').click();
  await marina.getByRole('button', { name: 'Qualquer dia' }).click();
  await marina.getByLabel('Aberto em').fill(dayIn(0));
  await axe(marina, 'days of tickets');
  await see(hers.ticket(customer.pushName));
  await marina.getByLabel('Aberto em').fill(dayIn(-2));
  await gone(hers.ticket(customer.pushName));
  assert.match(marina.url(), /created=\d{4}-\d{2}-\d{2}/);
  await admin.goto('/contacts');
  await admin.getByRole('searchbox').fill(customer.pushName);
  await see(admin.getByTitle(customer.pushName));
  await admin.getByRole('button', { name: 'Data de cadastro' }).click();
  await admin.getByLabel('Cadastrados até').fill(dayIn(-2));
  await gone(admin.getByTitle(customer.pushName));
  await axe(admin, 'days of contacts');
  await admin.getByRole('button', { name: 'Qualquer data' }).click();
  await see(admin.getByTitle(customer.pushName));

  // on a phone the volume and the reload stand in the menu
  for (const theme of ['light', 'dark']) {
    const phone = await newSignedInPage(people.rafael, { size: 'narrow', theme });
    await phone.goto('/tickets');
    await phone.getByRole('button', { name: 'Abrir ou fechar o menu' }).click();
    await phone.getByRole('slider').fill('0.3');
    assert.equal(await phone.evaluate(() => localStorage.getItem('volume')), '0.3');
    await see(phone.getByRole('button', { name: 'Recarregar a página' }));
    await axe(phone, `the menu of a phone, ${theme}`);
    assert.equal(await overflowOf(phone), 0);
  }
});
