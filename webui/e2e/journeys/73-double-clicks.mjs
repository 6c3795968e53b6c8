// Each of these did something else with the second click before clicks were guarded.
import { doubleClick } from '../support/doubleClick.mjs';
import { test } from '../support/test.mjs';

test('the second half of a double click does nothing to what has come under the pointer', async ({
  newSignedInPage,
  simulator,
  partsOf,
  people,
  open,
  write,
  see,
  gone,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customers = ['Iolanda', 'Juvenal', 'Leopoldina'].map((name) => simulator.newCustomer(name));
  for (const customer of customers) {
    await simulator.say(connection, { ...customer, body: 'Tem em azul?' });
  }
  const [last, middle, first] = customers;
  await parts.tab('Aguardando').click();
  for (const { pushName } of customers) await see(parts.ticket(pushName));

  // in the list: one customer is accepted and not the next
  const accept = (name) => parts.ticket(name).getByRole('button', { name: 'Aceitar' });
  await doubleClick(accept(first.pushName), () => see(parts.composer));
  await see(parts.ticket(middle.pushName));

  // in the header: accepting does not go on to close
  await open(page, middle.pushName);
  const headAccept = parts.conversation.getByRole('button', { name: 'Aceitar' }).first();
  await doubleClick(headAccept, () => see(parts.conversation.getByRole('button', { name: 'Resolver' })));
  assert.equal(await parts.dialog.count(), 0);
  await see(parts.ticket(last.pushName));

  // a button that opens a dialog, or begins a recording, leaves it open
  const record = parts.conversation.getByRole('button', { name: 'Gravar áudio' });
  const discard = parts.conversation.getByRole('button', { name: 'Descartar a gravação' });
  await doubleClick(record, () => see(discard));
  await see(discard);
  await discard.press('Enter');
  await gone(discard);
  const transfer = parts.conversation.getByRole('button', { name: 'Transferir' });
  await doubleClick(transfer, () => see(parts.dialog));
  // on the dialog's own button the focus would have moved; the dialog is there and stays
  await see(parts.dialog);
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  // the button of "Encaminhar" closes the dialog; below it lies the list
  await write(page, 'Temos, sim');
  await parts.tab('Atendendo').click();
  await parts.message('Temos, sim').hover();
  await parts.message('Temos, sim').getByRole('button', { name: 'Opções da mensagem' }).click();
  await parts.menuItem('Encaminhar').click();
  await parts.dialog.getByRole('checkbox', { name: new RegExp(first.pushName) }).check();
  await doubleClick(parts.dialog.getByRole('button', { name: 'Encaminhar', exact: true }), () => gone(parts.dialog));
  await see(parts.main.getByRole('region', { name: first.pushName }));
  assert.equal(await parts.dialog.count(), 0);

  // in the list: one ticket is closed and not the next, one is reopened and not the next
  const changed = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' && /^\/api\/tickets\/\d+$/.test(pathname)) changed.push(pathname);
  });
  const step = (name) => parts.ticket(first.pushName).getByRole('button', { name });
  await doubleClick(step(/^Encerrar/), () => gone(parts.ticket(first.pushName)));
  await see(parts.ticket(middle.pushName));
  await parts.tab('Fechados').click();
  await see(parts.ticket(first.pushName));
  assert.equal(changed.length, 1, `closed: ${changed}`);
  await doubleClick(step(/^Reabrir/), () => see(parts.main.getByRole('region', { name: first.pushName })));
  await parts.tab('Abertos').click();
  await parts.tab('Atendendo').click();
  for (const { pushName } of [first, middle]) await see(parts.ticket(pushName));
  assert.equal(changed.length, 2, `closed and reopened: ${changed}`);
  assert.equal(new Set(changed).size, 1);
});
