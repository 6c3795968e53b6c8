// spec: S032 S033 S034 S036
import { hostileLines, watchForHarm } from '../support/hostile.mjs';
import { test } from '../support/test.mjs';

const NAME = '"><img src=x onerror=alert(1)>';
/** Shown at once before the next ones are written. */
const BATCH = 12;

/** Addresses of links that a click would follow, other than pages and files of the desk. */
function schemesOf(page) {
  return page
    .locator('main a[href], [role=dialog] a[href]')
    .evaluateAll((links) => [...new Set(links.map((link) => new URL(link.href).protocol))]);
}

test('whatever a customer writes stays text: nothing runs, nobody outside is called, no policy is hurt', async ({
  base,
  newPage,
  signIn,
  simulator,
  partsOf,
  accept,
  chooseForMessage,
  write,
  people,
  samples,
  see,
  assert,
}) => {
  const page = await newPage();
  const harm = await watchForHarm(page, base);
  await signIn(page, people.marina);
  const parts = partsOf(page);
  const connection = await simulator.connectionOf('Lojas Aurora');
  const customer = simulator.newCustomer(NAME);
  const lines = hostileLines();

  // the waiting list, the bell, the title
  await simulator.say(connection, { ...customer, body: lines[0] });
  await parts.tab('Aguardando').click();
  await see(parts.ticket(customer.pushName).getByText(lines[0]));
  await parts.bell.click();
  await see(page.getByRole('dialog', { name: 'Notificações' }).getByText(NAME).first());
  await page.keyboard.press('Escape');

  await accept(page, customer.pushName);
  const address = page.url();
  for (let place = 1; place < lines.length; place += BATCH) {
    const batch = lines.slice(place, place + BATCH);
    for (const body of batch) {
      // one after the other, as a phone sends them
      await simulator.say(connection, { ...customer, body });
    }
    const end = `fim ${place}`;
    await simulator.say(connection, { ...customer, body: end });
    await see(parts.message(end).last());
  }

  const others = lines.filter((_, place) => place % 9 === 0);
  for (const line of others) {
    const place = { latitude: -23.55, longitude: -46.63, name: line, address: line };
    await simulator.say(connection, { ...customer, type: 'location', location: place });
    const cards = [{ name: line.slice(0, 60), number: customer.from }];
    await simulator.say(connection, { ...customer, type: 'contacts', contacts: cards });
    const file = { name: `${line.replaceAll(/[\r\n/\\]/g, '')}.pdf` };
    await simulator.sendFile(connection, { ...customer, type: 'document' }, samples.paper(file));
    const picture = { ...customer, type: 'image', body: line };
    await simulator.sendFile(connection, picture, samples.picture({ name: `${NAME}.png` }));
  }
  const asked = await simulator.say(connection, { ...customer, body: `pergunta ${NAME}` });
  await simulator.say(connection, { ...customer, body: 'resposta dele', quotedId: asked });
  await see(parts.message('resposta dele').getByRole('button', { name: /pergunta/ }));
  assert.deepEqual(
    (await schemesOf(page)).filter((scheme) => !['http:', 'https:'].includes(scheme)),
    [],
  );

  // the desk's own answer quotes him, and he reacts and regrets
  await chooseForMessage(page, 'resposta dele', 'Responder');
  await write(page, `"><svg onload=alert(1)> nossa`);
  await simulator.revoke(connection, asked);

  // dialogs that name him
  await parts.conversation.getByRole('button', { name: 'Transferir' }).click();
  await see(parts.dialog);
  await page.keyboard.press('Escape');
  await page.goto('/tickets');
  await parts.list.getByRole('button', { name: 'Novo', exact: true }).click();
  await parts.dialog.getByRole('combobox', { name: 'Contato' }).fill(customer.from);
  await see(page.getByRole('option').filter({ hasText: NAME }));
  await page.keyboard.press('Escape');

  // the conversation once more, from storage, on a narrow screen and as an admin sees it
  for (const [person, size] of [
    [people.rafael, 'narrow'],
    [people.admin, 'wide'],
  ]) {
    const other = await newPage({ size });
    const otherHarm = await watchForHarm(other, base);
    await signIn(other, person);
    await other.goto(address);
    await see(partsOf(other).message('resposta dele').last());
    harm.push(...otherHarm);
  }

  // and the phones
  const phones = await newPage();
  const phonesHarm = await watchForHarm(phones, base);
  await phones.goto('/simulator');
  await see(phones.getByText(customer.pushName).first());
  assert.deepEqual([...harm, ...phonesHarm], []);
});
