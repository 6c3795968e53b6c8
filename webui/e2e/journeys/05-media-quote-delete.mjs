// spec: S034 S035 S046 S101 S102 S138
import { test } from '../support/test.mjs';

test('picture, audio, document, place, contact card, quote and delete, in both directions', async ({
  newSignedInPage,
  simulator,
  partsOf,
  accept,
  write,
  chooseForMessage,
  people,
  samples,
  see,
  gone,
  until,
  assert,
}) => {
  const page = await newSignedInPage(people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer('Téo');
  await simulator.say(connection, { ...customer, body: 'Segue a foto do defeito' });
  await accept(page, customer.pushName);

  await simulator.sendFile(connection, { ...customer, type: 'image', body: 'A peça' }, samples.picture());
  const picture = parts.message('A peça').locator('img');
  await until(() => picture.evaluate((image) => image.complete && image.naturalWidth === 320), {
    what: 'the picture',
  });
  await parts.message('A peça').getByRole('button', { name: 'Ampliar a imagem' }).click();
  await see(parts.dialog.locator('img'));
  await page.keyboard.press('Escape');
  await gone(parts.dialog);

  await simulator.sendFile(connection, { ...customer, type: 'audio' }, samples.audio());
  const audio = parts.bubbles.filter({ has: page.getByRole('button', { name: 'Tocar' }) });
  const speed = audio.getByRole('button', { name: /^Velocidade/ });
  for (const next of ['1,5×', '2×', '1×']) {
    await speed.click();
    await until(async () => (await speed.innerText()) === next, { what: `speed ${next}` });
  }
  assert.ok(await audio.locator('audio').evaluate((element) => element.duration > 0 || element.preload === 'none'));

  await simulator.sendFile(connection, { ...customer, type: 'document' }, samples.paper({ name: 'nota fiscal.pdf' }));
  const paper = parts.conversation.getByRole('link', { name: /nota fiscal\.pdf/ });
  await see(paper);
  const download = page.waitForEvent('download');
  await paper.click();
  assert.equal((await download).suggestedFilename(), 'nota fiscal.pdf');

  // a link that the server takes no more is renewed by the click
  const good = new URL(await paper.getAttribute('href'), page.url()).pathname;
  const isGood = (url) => url.pathname === good;
  let isRefused = false;
  // Refused once, by a route that stays: of a request that leaves just as the last route is taken away nothing is heard.
  await page.route(isGood, (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({ status: 404 });
  });
  page.expectErrors(/status of 404 .*\/media\//);
  const renewed = page.waitForRequest((request) => /\/api\/messages\/\d+\?before=/.test(request.url()));
  const again = page.waitForEvent('download');
  await paper.click();
  await renewed;
  assert.equal((await again).suggestedFilename(), 'nota fiscal.pdf');
  await page.unroute(isGood);

  await simulator.say(connection, {
    ...customer,
    type: 'location',
    location: {
      latitude: -23.55,
      longitude: -46.63,
      name: 'Loja Centro',
      address: 'Praça da Sé, 1',
    },
  });
  const place = parts.conversation.getByRole('link', { name: /Loja Centro/ });
  await see(place.getByText('Praça da Sé, 1'));
  assert.match(await place.getAttribute('href'), /^https:\/\/.*-23\.55,-46\.63$/);

  const friend = simulator.newCustomer('Dona Ivete');
  await simulator.say(connection, {
    ...customer,
    type: 'contacts',
    contacts: [{ name: friend.pushName, number: friend.from }],
  });
  await see(parts.message(friend.pushName).getByRole('button', { name: 'Conversar' }));

  const chooser = page.waitForEvent('filechooser');
  await parts.button('Anexar arquivos').click();
  await (await chooser).setFiles(samples.asUpload(samples.picture({ name: 'troca.png' })));
  await parts.conversation.getByRole('textbox', { name: 'Legenda de troca.png' }).fill('Modelo da troca');
  await parts.send.click();
  await see(parts.message('Modelo da troca'));
  const sent = await until(
    async () => {
      const entries = await simulator.ledgerOf(connection, customer.from);
      return entries.filter((entry) => entry.type === 'image').length === 1 && entries;
    },
    { what: 'the picture in the ledger, once' },
  );
  assert.match(sent[0].body, /Modelo da troca$/);
  const own = parts.message('Modelo da troca').locator('img');
  await until(() => own.evaluate((image) => image.naturalWidth === 320 && image.src.includes('/media/')), {
    what: 'the own picture, from the server',
  });

  await chooseForMessage(page, 'Segue a foto do defeito', 'Responder');
  await write(page, 'Recebi, obrigada');
  const answer = parts.message('Recebi, obrigada');
  await see(answer.getByRole('button', { name: /Segue a foto do defeito/ }));
  // the phone quotes the answer
  const [answered] = await until(
    async () => {
      const entries = await simulator.ledgerOf(connection, customer.from, 'Recebi, obrigada');
      return entries.length === 1 && entries;
    },
    { what: 'the answer in the ledger' },
  );
  await simulator.say(connection, {
    ...customer,
    body: 'Eu que agradeço',
    quotedId: answered.id,
  });
  await see(parts.message('Eu que agradeço').getByRole('button', { name: /Recebi, obrigada/ }));

  await write(page, 'Mensagem por engano');
  await until(async () => (await simulator.ledgerOf(connection, customer.from, 'Mensagem por engano')).length === 1, {
    what: 'the message in the ledger',
  });
  await chooseForMessage(page, 'Mensagem por engano', 'Apagar');
  await parts.dialog.getByRole('button', { name: 'Apagar' }).click();
  await see(parts.message('Mensagem por engano').getByText('Apagada'));

  const regret = await simulator.say(connection, { ...customer, body: 'Escrevi errado' });
  await see(parts.message('Escrevi errado'));
  await simulator.revoke(connection, regret);
  await see(parts.message('Escrevi errado').getByText('Apagada'));
  assert.equal((await simulator.ledgerOf(connection, customer.from, 'Recebi, obrigada')).length, 1);
});
