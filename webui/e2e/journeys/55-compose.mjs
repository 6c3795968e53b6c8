// spec: S035 S036
import { test } from '../support/test.mjs';

test('an emoji is put where the cursor stands, and messages with a file are forwarded, once and in their order, to whom has no ticket too', async ({
  newPage,
  newSignedInPage,
  chooseForMessage,
  simulator,
  partsOf,
  people,
  samples,
  accept,
  open,
  see,
  gone,
  axe,
  until,
  overflowOf,
  base,
  assert,
}) => {
  const marina = await newSignedInPage(people.marina);
  const parts = partsOf(marina);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const [first, second] = [simulator.newCustomer('Quitéria'), simulator.newCustomer('Rosaura')];
  for (const customer of [first, second]) await simulator.say(connection, { ...customer, body: 'Bom dia' });
  await accept(marina, second.pushName);
  await accept(marina, first.pushName);
  await simulator.sendFile(
    connection,
    { ...first, type: 'image', body: 'Foto da caixa' },
    samples.picture({ name: 'caixa.png' }),
  );
  await see(parts.message('Foto da caixa'));

  await parts.composer.fill('Obrigada !');
  await parts.composer.press('ArrowLeft');
  await parts.button('Emojis').click();
  const picker = marina.getByRole('dialog', { name: 'Emojis' });
  await see(picker.getByRole('gridcell', { name: 'rosto risonho', exact: true }));
  await axe(marina, 'emoji');
  // by its name in the user's language, found and taken by the keyboard alone
  await marina.keyboard.type('olhos bem abertos');
  await gone(picker.getByRole('gridcell', { name: 'rosto risonho', exact: true }));
  await see(picker.getByRole('gridcell', { name: 'rosto risonho com olhos bem abertos', exact: true }));
  await marina.keyboard.press('Enter');
  await until(async () => (await parts.composer.inputValue()) === 'Obrigada 😃!', {
    what: 'the emoji before the mark',
  });
  await gone(picker);
  // the next key belongs to the text: a Space on the picker put the emoji again
  await marina.keyboard.type(' até já');
  assert.equal(await parts.composer.inputValue(), 'Obrigada 😃 até já!');
  await parts.send.click();
  await see(parts.message('Obrigada 😃 até já!'));

  const forward = async (body) => {
    await parts.message(body).hover();
    await parts.message(body).getByRole('button', { name: 'Opções da mensagem' }).click();
    await parts.menuItem('Encaminhar').click();
    await see(parts.dialog);
  };
  await forward('Foto da caixa');
  await axe(marina, 'forward');
  const target = parts.dialog.getByRole('checkbox', { name: new RegExp(second.pushName) });
  assert.equal(
    await parts.dialog.getByRole('checkbox', { name: new RegExp(first.pushName) }).count(),
    0,
    'not into the same conversation',
  );
  await parts.dialog.getByRole('searchbox').fill(second.pushName);
  await target.check();
  // the greeting that stands above goes too, and before
  await parts.dialog.getByRole('checkbox', { name: 'Bom dia' }).first().check();
  await axe(marina, 'forward two');
  // the network is lost on the way, and hasty hands press twice
  marina.expectErrors(/ERR_FAILED|Failed to load|net::/);
  await marina.route('**/api/messages/forward', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = parts.dialog.getByRole('button', { name: 'Encaminhar 2' });
  await send.click();
  await see(parts.dialog.getByRole('alert'));
  await marina.unroute('**/api/messages/forward');
  await send.dblclick();
  await gone(parts.dialog);
  await see(parts.main.getByRole('region', { name: second.pushName }));
  await see(parts.message('Foto da caixa').getByRole('img').first());
  await until(
    async () => {
      const sent = await simulator.ledgerOf(connection, second.from);
      return sent.some((entry) => entry.type === 'image' && entry.body === 'Foto da caixa');
    },
    { what: 'the picture on the other phone' },
  );
  const got = (await simulator.ledgerOf(connection, second.from)).map((entry) => entry.body);
  const handed = got.filter((body) => body === 'Bom dia' || body === 'Foto da caixa');
  assert.deepEqual(handed, ['Bom dia', 'Foto da caixa']);

  // to somebody who has never written: a ticket is opened with it, by the other number
  const third = simulator.newCustomer('Zenaide');
  const contact = { name: third.pushName, number: third.from };
  const token = await marina.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const made = await globalThis.fetch(`${base}/api/contacts`, {
    method: 'POST',
    headers,
    body: JSON.stringify(contact),
  });
  assert.equal(made.status, 200);
  const lines = await (await globalThis.fetch(`${base}/api/whatsapp?session=0`, { headers })).json();
  const other = lines.find(({ name }) => name === 'Loja Centro').id;
  await forward('Foto da caixa');
  await parts.dialog.getByRole('searchbox').fill(third.pushName);
  // the keyboard alone chooses and sends
  await parts.dialog.getByRole('checkbox', { name: new RegExp(third.pushName) }).focus();
  await marina.keyboard.press('Space');
  await parts.dialog.getByLabel('Fila').selectOption({ label: 'Vendas' });
  await parts.dialog.getByLabel('Conexão').selectOption({ label: 'Loja Centro' });
  await axe(marina, 'forward to a contact');
  // the same on a phone, where nothing is sent
  const phone = await newPage({ storageState: await marina.context().storageState(), size: 'narrow' });
  await phone.goto(new URL(marina.url()).pathname);
  await chooseForMessage(phone, 'Foto da caixa', 'Encaminhar');
  const small = partsOf(phone).dialog;
  await small.getByRole('searchbox').fill(third.pushName);
  await small.getByRole('checkbox', { name: new RegExp(third.pushName) }).check();
  await see(small.getByLabel('Conexão'));
  await axe(phone, 'forward to a contact on a phone');
  assert.equal(await overflowOf(phone), 0);
  await phone.close();
  await parts.dialog.getByRole('button', { name: 'Encaminhar', exact: true }).focus();
  await marina.keyboard.press('Enter');
  await marina.keyboard.press('Enter');
  await gone(parts.dialog);
  await see(parts.main.getByRole('region', { name: third.pushName }));
  await see(parts.message('Foto da caixa').getByRole('img').first());
  assert.equal(await parts.message('Foto da caixa').count(), 1);
  await until(
    async () => {
      const sent = await simulator.ledgerOf(other, third.from);
      return sent.length === 1 && sent[0].body === 'Foto da caixa';
    },
    { what: 'the picture on the phone of who had no ticket' },
  );

  // a whisper goes nowhere
  await parts.button('Sussurro').click();
  await parts.composer.fill('Só entre nós');
  await parts.send.click();
  await see(parts.message('Só entre nós'));
  await parts.message('Só entre nós').hover();
  await parts.message('Só entre nós').getByRole('button', { name: 'Opções da mensagem' }).click();
  assert.equal(await parts.menuItem('Encaminhar').count(), 0);
  await marina.keyboard.press('Escape');
  await parts.tab('Atendendo').click();
  await open(marina, first.pushName);
});
