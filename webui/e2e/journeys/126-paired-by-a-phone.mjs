// spec: A053 A054 S036
import { startPhones } from '../support/phones.mjs';
import { test } from '../support/test.mjs';

/** What a code says: a phone reads it off the picture, a journey asks for it. */
async function codeOf({ ask, until }, page, name) {
  const code = async () => (await ask(page, 'GET', '/whatsapp?session=0')).find((one) => one.name === name)?.qrcode;
  return until(code, { what: 'a code' });
}

test('a number is paired by a phone that is not ours, and a conversation on it goes from the code to blue ticks', async ({
  ask,
  phonesPort,
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  people,
  see,
  gone,
  until,
  assert,
}) => {
  const phones = await startPhones(phonesPort);
  try {
    const { from: number } = simulator.newCustomer('x');
    const customer = simulator.newCustomer('Camila');
    const page = await newSignedInPage(people.admin);
    const parts = partsOf(page);
    const name = `Celular ${number.slice(-6)}`;
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await page.goto('/connections');
    await parts.button('Nova conexão').click();
    await parts.dialog.getByLabel('Nome').fill(name);
    await parts.dialog.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: /^Leia o QR Code/ });
    await see(dialog.getByRole('img', { name: /^Leia o QR Code/ }));
    await phones.run('scan', { code: await codeOf({ ask, until }, page, name), number, business: 'Loja Aurora' });
    await see(dialog.getByText('Lido. Pareando…'));
    // a server that is not optimised takes its time to make 812 keys
    const connected = async () => (await dialog.getByText(/Loja Aurora/).count()) > 0;
    await until(connected, { what: 'the number is connected', deadlineMs: 60_000 });
    await gone(dialog);
    await see(card.getByText('Conectado', { exact: true }));

    const say = (text) => phones.run('say', { from: customer.from, to: number, name: customer.pushName, text });
    const got = async () => (await phones.run('phone', { number: customer.from })).got;
    await say('Vocês abrem no sábado?');
    const marina = await newSignedInPage(people.marina);
    const hers = partsOf(marina);
    await accept(marina, customer.pushName);
    await see(hers.message('Vocês abrem no sábado?'));
    await phones.run('receipts', { number: customer.from, kinds: [] });
    await hers.button('Assinar').click();
    const answer = 'Abrimos sim, das 9h às 13h';
    await write(marina, answer);
    const [taken] = await until(async () => (await got()).length > 0 && (await got()), { what: 'the answer' });
    assert.equal(taken.message.conversation, answer);
    const tick = (of) => hers.message(answer).getByRole('img', { name: of });
    const tell = (kind) => phones.run('receipt', { from: customer.from, to: number, ids: [taken.id], kind });
    await tell('delivery');
    await see(tick('Entregue'));
    await tell('read');
    await see(tick('Lida'));
    const color = await tick('Lida').evaluate((element) => globalThis.getComputedStyle(element).color);
    const [red, green, blue] = color.match(/\d+/g).map(Number);
    assert.ok(blue > red && blue > green, 'read ticks are blue');

    // the line is cut: the page says so, and what came meanwhile is there when it is back
    await phones.run('close', { number, closed: true });
    await see(card.getByText('Sem resposta'));
    await say('E no domingo?');
    await phones.run('close', { number, closed: false });
    await see(hers.message('E no domingo?'));

    // the phone ends it: the reason is said
    await phones.run('unlink', { number });
    await see(card.getByText(/^A sessão foi encerrada no celular/));
    await card.getByRole('button', { name: /^Excluir/ }).click();
    await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
    await gone(card);
  } finally {
    phones.stop();
  }
});
